import pg from 'pg';
import { codeOf, DatabaseUnavailableError } from './errors';

/** Times after which a server counts as unresponsive. */
export interface WatchTimes {
  /** Milliseconds without a byte from the server, while a statement waits, before it is probed; 2,500 by default. */
  quietMs?: number;
  /** Milliseconds for the server to accept the probe's connection; 3,000 by default. */
  probeMs?: number;
}

/** Checks per quiet time. */
const looks = 5;
/** Maximum milliseconds for making a connection. Longer than it takes to detect that the server is unresponsive. */
export const connectTimeoutMs = 7_000;

/**
 * Distinguishes a slow statement from an unresponsive server. A frozen or disconnected server keeps its connections
 * open, and TCP alone detects this only after minutes. If statements wait and no byte has arrived on any connection, a
 * new connection is opened as a probe. If the probe also fails, all connections are closed, so that their statements
 * fail immediately, and new ones are rejected immediately until the server responds again.
 */
export interface ServerWatch {
  /**
   * Watches the statements of a connection. Their errors are {@link DatabaseUnavailableError} if the connection broke.
   * @param giveUpAfterMs maximum duration of a statement even if the server responds; unlimited by default
   */
  guard(connection: pg.Client, giveUpAfterMs?: number): void;
  /**
   * Makes a connection.
   * @throws DatabaseUnavailableError if that fails; immediately while the server is unresponsive
   */
  connecting(attempt: () => Promise<pg.Client>): Promise<pg.Client>;
  /** Stops watching permanently. */
  stop(): void;
}

/** The parts of a connection used here that its public type lacks. */
interface GuardedClient {
  query: Query;
  connection: { stream: { bytesRead: number; destroy(): void } };
  _queryable: boolean;
  _ending: boolean;
  _ended: boolean;
}
type QueryCallback = (error: unknown, result: unknown) => void;
type Query = (...given: unknown[]) => Promise<unknown> | undefined;

const unresponsiveError = (): DatabaseUnavailableError => new DatabaseUnavailableError('PostgreSQL does not respond');

/** Measures how long the waiting statements have not received a byte from the server. */
interface Quiet {
  /**
   * Starts a wait.
   * @returns a function that ends the wait
   */
  begin(): () => void;
  isWaiting(): boolean;
  forMs(): number;
  /** Records a response of the server that is not a byte on a connection. */
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

/** Calls `act` at an interval. It cannot be restarted: a statement may start after the pool was closed. */
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

/** Addresses of a server. */
export interface ServerAddress {
  url: string;
  /** Set if `url` points to a pooler, which can respond while the server behind it does not. */
  directUrl?: string | undefined;
}

/** @param address of the server, for probing it */
export function watchServer(
  address: ServerAddress,
  { quietMs = 2_500, probeMs = 3_000 }: WatchTimes = {},
): ServerWatch {
  const connections = new Set<GuardedClient>();
  const quiet = createQuiet(connections);
  /** Rejects the connections that are being made. */
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
    if (silent) throw unresponsiveError();
    const end = begin();
    let refuse: () => void = () => undefined;
    const refused = new Promise<never>((_, reject) => {
      refuse = () => reject(unresponsiveError());
    });
    refusals.add(refuse);
    const connected = attempt();
    try {
      return await Promise.race([connected, refused]);
    } catch (error) {
      endWhenMade(connected);
      throw error instanceof DatabaseUnavailableError
        ? error
        : new DatabaseUnavailableError('Cannot connect to PostgreSQL', error);
    } finally {
      refusals.delete(refuse);
      end();
    }
  }
}

/** Closes a connection that is no longer needed as soon as it is made. */
function endWhenMade(connected: Promise<pg.Client>): void {
  connected.then(
    (connection) => connection.end(),
    () => undefined,
  );
}

/** Statement limits in milliseconds of connections that differ from their pool's limit. */
const limits = new WeakMap<object, number>();

/** Overrides the statement limit of a connection. @returns a function that removes the override */
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
  // Between statements, only this event says why the server closed a connection.
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
        (error: unknown) => Promise.reject(asUnavailable(connection, error)),
      );
    }
    return query(...given.slice(0, -1), (error: unknown, result: unknown) => {
      end();
      if (error === null || error === undefined) reasons.delete(connection);
      (response as QueryCallback)(
        error === null || error === undefined ? error : asUnavailable(connection, error),
        result,
      );
    });
  };
}

/** The last error that the server sent on a connection: the reason why it closed it. */
const reasons = new WeakMap<GuardedClient, pg.DatabaseError>();

function noteReason(connection: GuardedClient, error: unknown): void {
  if (error instanceof pg.DatabaseError) reasons.set(connection, error);
}

/** Converts an error of a broken connection. The driver's errors have no class or code, so the connection's state decides. */
function asUnavailable(connection: GuardedClient, error: unknown): unknown {
  noteReason(connection, error);
  if (error instanceof pg.DatabaseError) return error;
  const broken = !connection._queryable || connection._ending || connection._ended || socketDestroyed(connection);
  return broken
    ? new DatabaseUnavailableError('The connection to PostgreSQL broke', reasons.get(connection) ?? error)
    : error;
}

const socketDestroyed = ({ connection }: GuardedClient): boolean =>
  (connection.stream as { destroyed?: boolean }).destroyed === true;

/** Error codes of connection attempts that got no response. */
const unanswered = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH']);

async function isServerResponding({ url, directUrl }: ServerAddress, probeMs: number): Promise<boolean> {
  const urls = directUrl === undefined ? [url] : [url, directUrl];
  const responses = await Promise.all(urls.map((each) => isResponding(each, probeMs)));
  return responses.every(Boolean);
}

/** Returns whether the server accepts or rejects a connection: either is a response. */
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
