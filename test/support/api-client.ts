/** An answer of the API, its JSON read. */
export interface ApiAnswer {
  status: number;
  // Tests look into bodies of every shape; the shapes themselves are held by the API against its schemas.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  body: any;
  headers: Headers;
}

export interface ApiClient {
  get(path: string): Promise<ApiAnswer>;
  post(path: string, body?: unknown): Promise<ApiAnswer>;
  patch(path: string, body?: unknown): Promise<ApiAnswer>;
  put(path: string, body?: unknown): Promise<ApiAnswer>;
  delete(path: string): Promise<ApiAnswer>;
  /** A request as it is: no key, no content type of our own. */
  raw(path: string, init: RequestInit): Promise<ApiAnswer>;
}

/** Calls the API at `baseUrl`, with a key when one is given. */
export function apiClient(baseUrl: string, key?: string): ApiClient {
  const raw = async (path: string, init: RequestInit): Promise<ApiAnswer> => {
    const response = await fetch(baseUrl + path, init);
    const text = await response.text();
    const isJson = (response.headers.get('content-type') ?? '').startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
  };
  const call = (method: string, path: string, body?: unknown): Promise<ApiAnswer> =>
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
