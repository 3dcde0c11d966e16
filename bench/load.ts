import { Agent, request } from 'node:http';

export interface LoadResult {
  /** Answers a second. */
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
  /** Makes the body of each request, which is then a POST. */
  body?: () => string;
  /** What each answer has to be; 200 unless given. */
  status?: number;
}

/** Does something again and again, as often at once as there are connections, for a time. */
export async function repeat(
  { connections, seconds }: Pick<LoadOptions, 'connections' | 'seconds'>,
  once: (connection: number) => Promise<void>,
): Promise<LoadResult> {
  const times: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1_000;
  const one = async (connection: number): Promise<void> => {
    while (performance.now() < endsAt) {
      const asked = performance.now();
      await once(connection);
      times.push(performance.now() - asked);
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => one(connection)));
  const elapsedSeconds = (performance.now() - startedAt) / 1_000;
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
  return { rate: times.length / elapsedSeconds, median: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Asks `url` again and again over some connections for a time. Only loopback is ever asked. @throws Error on any other answer */
export async function load(
  url: string,
  { connections, seconds, headers = {}, body, status = 200 }: LoadOptions,
): Promise<LoadResult> {
  const { hostname } = new URL(url);
  if (hostname !== '127.0.0.1') throw new Error('Load goes to this machine only.');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const result = await repeat({ connections, seconds }, () => ask(url, { agent, headers, status }, body?.()));
  agent.destroy();
  return result;
}

function ask(
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
