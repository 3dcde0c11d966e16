/**
 * Whether an operator named the host of a URL as one that webhooks may reach although it is private or speaks plain http.
 * @param allowHosts exact hosts, each with a port or for every port: `crm.internal`, `127.0.0.1:9000`, `[::1]`
 */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const names = [url.hostname, `${url.hostname}:${port}`];
  return allowHosts.some((host) => names.includes(host.toLowerCase()));
}
