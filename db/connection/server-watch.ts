import pg from 'pg';

/** PostgreSQL cannot be reached, or a connection broke. Whether the statement under way was carried out is unknown. */
export class DatabaseAwayError extends Error {
  override readonly name = 'DatabaseAwayError';
  /** Of the cause: a code of the system's or of PostgreSQL. */
  readonly code: string | undefined;

  constructor(what: string, cause?: unknown) {
    super(cause === undefined ? what : `${what}: ${(cause as Error).message}`, { cause });
    this.code = codeOf(cause);
  }
}

/** When a server counts as silent. */
export interface WatchTimes {
  /** Milliseconds without a byte from the server, while a statement waits for one, until it is probed; 2,500 unless given. */
  quietMs?: number;
  /** Milliseconds that the server has for accepting the probe's connection; 3,000 unless given. */
  probeMs?: number;
}

/** Looks per quiet time. */
const looks = 5;
/** Milliseconds that a connection may take to be made: longer than it takes to find out that the server is silent. */
export const connectTimeoutMs = 7_000;

/**
 * Tells a slow statement from a server that says nothing: one that is frozen or unplugged keeps its connections open, and TCP
 * alone notices after minutes. While statements wait and no byte has come from the server on any connection, a new one is
 * opened. Without an answer to that either it is silent: all connections are closed, so that their statements fail at once, and
 * further ones are refused at once, until it answers again.
 */
export interface ServerWatch {
  /**
   * Watches the statements of a connection. Their errors are {@link DatabaseAwayError} when the connection broke.
   * @param giveUpAfterMs how long a statement may take although the server lives; without an end unless given
   */
  guard(connection: pg.Client, giveUpAfterMs?: number): void;
  /** Makes a connection. @throws DatabaseAwayError when that fails, at once while the server is silent */
  connecting(attempt: () => Promise<pg.Client>): Promise<pg.Client>;
  /** Looks no more, whatever comes after. */
  stop(): void;
}

/** What is used of a connection beside its public type. */
interface GuardedClient {
  query: Query;
  connection: { stream: { bytesRead: number; destroy(): void } };
  _queryable: boolean;
  _ending: boolean;
  _ended: boolean;
}
type QueryCallback = (error: unknown, result: unknown) => void;
type Query = (...given: unknown[]) => Promise<unknown> | undefined;

const unanswering = (): DatabaseAwayError => new DatabaseAwayError('PostgreSQL does not answer');

/** How long something has waited without a byte from the server. */
interface Quiet {
  /** @returns ends the wait */
  begin(): () => void;
  isWaiting(): boolean;
  forMs(): number;
  /** The server gave a sign of life that is no byte of a connection. */
  recordActivity(): void;
}

function createQuiet(connections: ReadonlySet<GuardedClient>): Quiet {
  const waits = new Set<{ since: number }>();
  let bytesSeen = 0;
  let activeAt = 0;
  const recordActivity = (): void => {
    activeAt = performance.now();
  };
  return {
    begin() {
      const wait = { since: performance.now() };
      waits.add(wait);
      return () => void waits.delete(wait);
    },
    isWaiting: () => waits.size > 0,
    recordActivity,
    forMs() {
      let bytes = 0;
      for (const { connection } of connections) bytes += connection.stream.bytesRead;
      if (bytes !== bytesSeen) recordActivity();
      bytesSeen = bytes;
      const oldest = Math.min(...[...waits].map(({ since }) => since));
      return performance.now() - Math.max(activeAt, oldest);
    },
  };
}

/** Acts again and again while it is on. Once stopped it stays off: a statement may come after the pool's end. */
function createTicker(act: () => void, everyMs: number) {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  const pause = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    start(): void {
      if (!stopped) timer ??= setInterval(act, everyMs).unref();
    },
    pause,
    stop(): void {
      stopped = true;
      pause();
    },
  };
}

/** Where a server is. */
export interface ServerAddress {
  url: string;
  /** When `url` is a pooler's, which responds although the server behind it does not. */
  directUrl?: string | undefined;
}

/** @param address of the server, for probing it */
export function watchServer(
  address: ServerAddress,
  { quietMs = 2_500, probeMs = 3_000 }: WatchTimes = {},
): ServerWatch {
  const connections = new Set<GuardedClient>();
  const quiet = createQuiet(connections);
  /** Of connections that are being made. */
  const refusals = new Set<() => void>();
  let silent = false;
  let probing = false;
  const ticker = createTicker(look, quietMs / looks);

  return {
    guard: (connection, giveUpAfterMs) =>
      guardStatements(connection as unknown as GuardedClient, { connections, begin, giveUpAfterMs }),
    connecting,
    stop: ticker.stop,
  };

  function begin(): () => void {
    ticker.start();
    return quiet.begin();
  }

  function look(): void {
    if (!quiet.isWaiting() && !silent) ticker.pause();
    else if (!probing && (silent || quiet.forMs() >= quietMs)) void probe();
  }

  async function probe(): Promise<void> {
    probing = true;
    const responds = await isServerResponding(address, probeMs);
    probing = false;
    if (responds) {
      quiet.recordActivity();
      silent = false;
    } else if (silent || quiet.forMs() >= quietMs) giveUp();
  }

  function giveUp(): void {
    silent = true;
    for (const { connection } of connections) connection.stream.destroy();
    for (const refuse of refusals) refuse();
  }

  async function connecting(attempt: () => Promise<pg.Client>): Promise<pg.Client> {
    if (silent) throw unanswering();
    const end = begin();
    let refuse: () => void = () => undefined;
    const refused = new Promise<never>((_, reject) => {
      refuse = () => reject(unanswering());
    });
    refusals.add(refuse);
    const connected = attempt();
    try {
      return await Promise.race([connected, refused]);
    } catch (error) {
      endWhenMade(connected);
      throw error instanceof DatabaseAwayError ? error : new DatabaseAwayError('Cannot connect to PostgreSQL', error);
    } finally {
      refusals.delete(refuse);
      end();
    }
  }
}

/** For a connection that nothing waits for any more. */
function endWhenMade(connected: Promise<pg.Client>): void {
  connected.then(
    (connection) => connection.end(),
    () => undefined,
  );
}

/** Milliseconds that statements of a connection may take at present, where that is not what its pool allows. */
const limits = new WeakMap<object, number>();

/** Gives the statements of a connection another time than its pool does. @returns ends that */
export function limitStatements(connection: pg.Client, ms: number): () => void {
  limits.set(connection, ms);
  return () => void limits.delete(connection);
}

interface Guarding {
  connections: Set<GuardedClient>;
  begin: () => () => void;
  giveUpAfterMs: number | undefined;
}

function guardStatements(connection: GuardedClient, { connections, begin, giveUpAfterMs }: Guarding): void {
  connections.add(connection);
  const client = connection as unknown as pg.Client;
  client.once('end', () => connections.delete(connection));
  // Between statements this alone says why the server ends a connection.
  client.on('error', (error) => noteReason(connection, error));
  const query = connection.query.bind(connection);
  connection.query = (...given) => {
    const endWait = begin();
    const limitMs = limits.get(connection) ?? giveUpAfterMs;
    const timer = limitMs === undefined ? undefined : setTimeout(() => connection.connection.stream.destroy(), limitMs);
    const end = (): void => {
      endWait();
      clearTimeout(timer);
    };
    const response = given.at(-1);
    if (typeof response !== 'function') {
      const result = query(...given)?.finally(end);
      return result?.then(
        (rows) => {
          reasons.delete(connection);
          return rows;
        },
        (error: unknown) => Promise.reject(asAway(connection, error)),
      );
    }
    return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
      end();
      if (error === null || error === undefined) reasons.delete(connection);
      (response as QueryCallback)(error === null || error === undefined ? error : asAway(connection, error), result);
    });
  };
}

/** What the server said last on connections, where that was an error: why it ended one that then is found broken. */
const reasons = new WeakMap<GuardedClient, pg.DatabaseError>();

function noteReason(connection: GuardedClient, error: unknown): void {
  if (error instanceof pg.DatabaseError) reasons.set(connection, error);
}

/** The driver's errors of broken connections have neither class nor code of their own: the connection's state tells. */
function asAway(connection: GuardedClient, error: unknown): unknown {
  noteReason(connection, error);
  if (error instanceof pg.DatabaseError) return error;
  const broken = !connection._queryable || connection._ending || connection._ended || socketDestroyed(connection);
  return broken ? new DatabaseAwayError('The connection to PostgreSQL broke', reasons.get(connection) ?? error) : error;
}

const socketDestroyed = ({ connection }: GuardedClient): boolean =>
  (connection.stream as { destroyed?: boolean }).destroyed === true;

/** Codes of attempts to connect that nothing answered. */
const unanswered = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

async function isServerResponding({ url, directUrl }: ServerAddress, probeMs: number): Promise<boolean> {
  const urls = directUrl === undefined ? [url] : [url, directUrl];
  const responses = await Promise.all(urls.map((each) => isResponding(each, probeMs)));
  return responses.every(Boolean);
}

/** Whether the server takes or refuses a connection: either is an answer. */
async function isResponding(url: string, probeMs: number): Promise<boolean> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'apex-probe',
    connectionTimeoutMillis: probeMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    void client.end().catch(() => undefined);
    return true;
  } catch (error) {
    const code = codeOf(error);
    return code !== undefined && !unanswered.has(code);
  }
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code === undefined) return undefined;
  return String(error.code);
}
