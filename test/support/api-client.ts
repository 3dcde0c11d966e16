import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Dispatcher, request } from 'undici';

/** A response of the API with its JSON parsed. */
export interface ApiResponse {
  status: number;
  // Tests check bodies of every shape; the API validates the shapes against its schemas.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  headers: Headers;
}

export interface ApiClient {
  get(path: string): Promise<ApiResponse>;
  post(path: string, body?: unknown): Promise<ApiResponse>;
  patch(path: string, body?: unknown): Promise<ApiResponse>;
  put(path: string, body?: unknown): Promise<ApiResponse>;
  delete(path: string): Promise<ApiResponse>;
  /** Sends a request unchanged, without adding a key or content type. */
  raw(path: string, init: ApiRequest): Promise<ApiResponse>;
}

/** A request with undici's `request`, which costs a fraction of `fetch`. It follows no redirect. */
export interface ApiRequest {
  method?: Dispatcher.HttpMethod;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

const headersOf = (sent: Record<string, string | string[] | undefined>): Headers =>
  new Headers(
    Object.entries(sent).flatMap(([name, value]) => [value ?? []].flat().map((one): [string, string] => [name, one])),
  );

/** An empty body needs no decoding, whatever its header says. */
function decoded(bytes: Buffer, encoding: string | null): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

/** Returns a client for the API at `baseUrl`, with an optional key. */
export function apiClient(baseUrl: string, key?: string): ApiClient {
  const raw = async (path: string, init: ApiRequest): Promise<ApiResponse> => {
    const { statusCode, headers: sent, body } = await request(baseUrl + path, init);
    const headers = headersOf(sent);
    // A stream of events does not end.
    if (headers.get('content-type')?.startsWith('text/event-stream') === true)
      body.on('error', () => undefined).destroy();
    const bytes = body.destroyed ? Buffer.alloc(0) : Buffer.from(await body.arrayBuffer());
    const text = decoded(bytes, headers.get('content-encoding')).toString();
    const isJson = (headers.get('content-type') ?? '').startsWith('application/json');
    return { status: statusCode, body: isJson ? JSON.parse(text) : text, headers };
  };
  const call = (method: Dispatcher.HttpMethod, path: string, body?: unknown): Promise<ApiResponse> =>
    raw(path, {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    raw,
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    put: (path, body) => call('PUT', path, body),
    delete: (path) => call('DELETE', path),
  };
}
