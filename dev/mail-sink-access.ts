import type { IncomingHttpHeaders } from 'node:http';
import { isParsableUrl } from '../domain/parsable-url';

/**
 * Returns why the mail sink refuses a request, or null if it accepts it. Any open web page can send requests to this
 * machine, so:
 *
 * - The Host must be a loopback address or one of the sink's names. Otherwise a page may have pointed its own name to
 * this machine (DNS rebinding) to read the emails.
 * - In a browser, only the sink's own pages may change anything. Other programs, such as the API and the worker, send
 * no Origin.
 * @param names names of this host, in addition to loopback
 */
export function refusalOf(
  { method = 'GET', headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  names: readonly string[],
): string | null {
  const hostname = hostnameOf(headers.host);
  if (hostname === null || !(isLoopback(hostname) || names.includes(hostname))) {
    return 'The mail sink does not accept this Host. Add it to MAIL_SINK_NAMES.';
  }
  if (['GET', 'HEAD'].includes(method)) return null;
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isSameOrigin = (origin === undefined || origin === `http://${headers.host}`) && site === 'same-origin';
  return isSameOrigin ? null : 'The mail sink does not accept changes from pages of other sites.';
}

function hostnameOf(host: string | undefined): string | null {
  // A Host contains no userinfo and no path.
  if (host === undefined || /[/@?#\\]/.test(host) || !isParsableUrl(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
