/**
 * Checks whether the operator allows webhooks to the host of a URL although it is private or uses plain http.
 * @param allowHosts exact hosts, each with a port or for all ports: `crm.internal`, `127.0.0.1:9000`, `[::1]`
 */
export function isAllowedHost(url: URL, allowHosts: readonly string[]): boolean {
  const port = url.port === '' ? (url.protocol === 'https:' ? '443' : '80') : url.port;
  const names = [url.hostname, `${url.hostname}:${port}`];
  return allowHosts.some((host) => names.includes(host.toLowerCase()));
}
