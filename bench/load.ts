import { Agent, request } from 'node:http';
import { connect } from 'node:net';

export interface LoadResult {
  /** Responses per second. */
  rate: number;
  /** Milliseconds. */
  median: number;
  p95: number;
  p99: number;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** Returns the body of each request, which is then a POST. */
  body?: () => string;
  /** Expected status of each response; 200 by default. */
  status?: number;
}

/** Repeats an action for a time, with one call at a time per connection. */
export async function repeat(
  { connections, seconds }: Pick<LoadOptions, 'connections' | 'seconds'>,
  once: (connection: number) => Promise<void>,
): Promise<LoadResult> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const one = async (connection: number): Promise<void> => {
    while (performance.now() < endsAt) {
      const loadOptions = performance.now();
      await once(connection);
      times.push(performance.now() - loadOptions);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { rate: times.length / elapsedSeconds, median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function onThisMachine(url: string): URL {
  const parsed = new URL(url);
  if (parsed.hostname !== '127.0.0.1') throw new Error('Load goes to this machine only.');
  return parsed;
}

/**
 * Requests `url` repeatedly over several connections for a time. Only loopback is allowed.
 * @throws Error on any other response
 */
export async function load(
  url: string,
  { connections, seconds, headers = {}, body, status = 200 }: LoadOptions,
): Promise<LoadResult> {
  onThisMachine(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const result = await repeat({ connections, seconds }, () => sendRequest(url, { agent, headers, status }, body?.()));
  agent.destroy();
  return result;
}

function sendRequest(
  url: string,
  { agent, headers, status }: { agent: Agent; headers: Record<string, string>; status: number },
  body?: string,
): Promise<void> {
  const posted =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST';
    request(url, { agent, method, headers: { ...headers, ...posted } }, (response) => {
      response.resume();
      response.once('end', () => {
        if (response.statusCode === status) resolve();
        else reject(new Error(`${url} answered ${response.statusCode}`));
      });
    })
      .once('error', reject)
      .end(body);
  });
}

/** A connection with one request at a time. */
export interface LoadConnection {
  /** Posts JSON. @throws Error if the connection ends */
  post(body: string): Promise<{ status: number; body: string }>;
  close(): void;
}

/**
 * Opens a connection that costs as little CPU as possible, for floors without any load next to them: HTTP/1.1 written
 * directly to the socket. Only for responses with Content-Length, as Apex sends them.
 */
export function connectTo(url: string, headers: Record<string, string>): LoadConnection {
  const { hostname, port, host, pathname } = onThisMachine(url);
  const lines = Object.entries({ host, 'content-type': 'application/json', ...headers });
  const head = `POST ${pathname} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}`;
  const socket = connect(Number(port), hostname).setNoDelay();
  let received = '';
  let waiting:
    { resolve: (reply: { status: number; body: string }) => void; reject: (error: Error) => void } | undefined;
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
    const [start = '', body] = received.split('\r\n\r\n', 2);
    const length = Number(/^content-length: (\d+)/im.exec(start)?.[1]);
    if (body === undefined || body.length < length) return;
    received = '';
    waiting?.resolve({ status: Number(start.slice(9, 12)), body });
  });
  socket.on('error', (error) => waiting?.reject(error));
  socket.on('close', () => waiting?.reject(new Error('The connection was closed.')));
  return {
    post: (body) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
      }),
    close: () => socket.destroy(),
  };
}
