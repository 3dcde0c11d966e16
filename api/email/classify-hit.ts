import { isbot } from 'isbot';

/** What a request for a pixel or a link says of itself. */
export interface HitRequest {
  method: string;
  userAgent: string;
  /** The headers `Sec-Purpose`, `Purpose`, `X-Purpose` and `X-Moz`, joined. */
  purpose: string;
}

/** Proxies of mail programs that fetch pictures when the recipient opens the message, so that the sender does not see who. */
const readersProxies = /GoogleImageProxy|YahooMailProxy/i;
/** Apple's Mail Privacy Protection fetches everything in advance, under this name and no other. */
const opensEverything = /^Mozilla\/5\.0$/;
/** Mail gateways that follow links before their reader does. Most call themselves a browser, and are known by their haste only. */
const gateways =
  /Barracuda|Mimecast|Proofpoint|FireEye|Trend ?Micro|Symantec|SafeLinks|Forcepoint|MessageLabs|Microsoft Office Existence/i;

/**
 * Whether a program made a hit, and not a person, with what gave it away (or through whose proxy a person came).
 * @returns `automated`, and a word for the record
 */
export function classifyHit({ method, userAgent, purpose }: HitRequest): { automated: boolean; detail: string | null } {
  if (method === 'HEAD') return { automated: true, detail: 'head' };
  if (/prefetch|preview|prerender/i.test(purpose)) return { automated: true, detail: 'prefetch' };
  if (readersProxies.test(userAgent)) return { automated: false, detail: 'proxy' };
  if (opensEverything.test(userAgent.trim())) return { automated: true, detail: 'privacy_proxy' };
  if (userAgent.trim() === '' || gateways.test(userAgent) || isbot(userAgent))
    return { automated: true, detail: 'scanner' };
  return { automated: false, detail: null };
}
