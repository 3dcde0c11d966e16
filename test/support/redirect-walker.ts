/** Follows redirects as a browser does, with its cookies: one jar for each host and port, regardless of paths. */
export class RedirectWalker {
  readonly #jars = new Map<string, Map<string, string>>();

  /** Makes one request. */
  async visit(url: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const { host } = new URL(url);
    const jar = this.#jars.get(host) ?? new Map<string, string>();
    this.#jars.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { ...init, redirect: 'manual', headers: { ...init.headers, cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '' || /Max-Age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  /**
   * Follows redirects until `isEnd`, or until there are no more.
   * @returns the last address, and its response unless `isEnd` stopped before it
   */
  async follow(url: string, isEnd: (url: URL) => boolean = () => false) {
    const visited: string[] = [];
    for (let next = url; visited.length < 20;) {
      if (isEnd(new URL(next))) return { url: next, response: null, visited };
      visited.push(next);
      const response = await this.visit(next);
      const location = response.headers.get('location');
      if (location === null || ![302, 303].includes(response.status)) return { url: next, response, visited };
      next = new URL(location, next).href;
    }
    throw new Error(`Too many redirects: ${visited.join(', ')}`);
  }

  /** Returns a cookie of a host. */
  cookie(url: string, name: string): string | undefined {
    return this.#jars.get(new URL(url).host)?.get(name);
  }

  setCookie(url: string, name: string, value: string): void {
    this.#jars.get(new URL(url).host)?.set(name, value);
  }
}
