import { setTimeout as delay } from 'node:timers/promises';

/** Client of a running service: sends and receives JSON, waits for rate limits, and reports errors clearly. */
export interface DemoApi {
  get<Body>(path: string): Promise<Body>;
  post<Body>(path: string, body?: unknown): Promise<Body>;
}

/** @throws Error with the call and the service's message if it refuses the call or cannot be reached */
export function demoApi(baseUrl: string, key: string): DemoApi {
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
  };

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((error: unknown) => {
      throw new Error(`The service at ${baseUrl} does not respond. Start it first: npm start`, { cause: error });
    });
    if (response.status === 429) {
      await delay(1_000 * Number(response.headers.get('retry-after') ?? 1));
      return call(method, path, body);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} returned ${response.status}: ${text}`);
    return JSON.parse(text) as Body;
  }
}
