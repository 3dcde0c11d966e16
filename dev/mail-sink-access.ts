import type { IncomingHttpHeaders } from 'node:http';
import { isParsableUrl } from '../domain/parsable-url';

/**
 * Why the mail sink refuses a request; null when it does not. Every page that a person opens can send requests to this machine, so:
 *
 * - the Host has to be a loopback address or a name that the sink was given. Another one means that a page moved its own name to this
 *   machine (DNS rebinding), and could read the mails;
 * - a browser changes something only from the sink's own pages. Other programs, such as the API and the worker, send no Origin.
 * @param names of this host, next to the loopback ones
 */
export function refusalOf(
  { method = 'GET', headers }: { method?: string | undefined; headers: IncomingHttpHeaders },
  names: readonly string[],
): string | null {
  const hostname = hostnameOf(headers.host);
  if (hostname === null || !(isLoopback(hostname) || names.includes(hostname))) {
    return 'The mail sink does not serve this Host. MAIL_SINK_NAMES adds names.';
  }
  if (['GET', 'HEAD'].includes(method)) return null;
  const { origin, 'sec-fetch-site': site = 'same-origin' } = headers;
  const isSameOrigin = (origin === undefined || origin === `http://${headers.host}`) && site === 'same-origin';
  return isSameOrigin ? null : 'The mail sink changes nothing for pages of other sites.';
}

function hostnameOf(host: string | undefined): string | null {
  // Userinfo and paths are no part of a Host.
  if (host === undefined || /[/@?#\\]/.test(host) || !isParsableUrl(`http://${host}`)) return null;
  return new URL(`http://${host}`).hostname;
}

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
