import { maskAddress } from './address-user';
import { headerMask } from './header-mask';
import { maskHeaders } from './masked-headers';
import type { RenderedStep, WebhookStep } from './render-step';
import { isReserved, type WebhookRequest } from './request';

/** A request as a person may see it. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * A request without what is secret in it: credentials that its step has written out are masked, and the rest of the step is what
 * its templates say with a mask in place of each secret.
 * @param masked the step, rendered with masks; null when it could not be, and then nothing that it rendered is shown
 */
export function shownRequest(step: WebhookStep, request: WebhookRequest, masked: RenderedStep | null): ShownRequest {
  const written = new Map(lowerCased(maskHeaders(step.headers ?? {})).filter(([, value]) => value === headerMask));
  const rendered = new Map(masked?.headers);
  const ofStep = new Set(lowerCased(step.headers ?? {}).map(([name]) => name));
  const shown = (name: string, value: string): string => {
    if (!ofStep.has(name) || isReserved(name)) return value;
    return written.get(name) ?? rendered.get(name) ?? headerMask;
  };
  const { method, url, headers, body } = request;
  return {
    method,
    url: maskAddress(url),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, shown(name, value)])),
    body: masked === null && body !== null ? headerMask : (masked?.body ?? null),
  };
}

const lowerCased = (headers: Record<string, string>): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);

/** Each secret, under the same name, as its mask: what a step is rendered with to be shown. */
export const maskSecrets = (secrets: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...secrets.keys()].map((name) => [name, headerMask]));

/** A text of the receiver without the secrets that it was sent, if it repeats them as they are. */
export const withoutSecrets = (text: string, secrets: ReadonlyMap<string, string>): string =>
  [...secrets.values()]
    .filter((value) => value !== '')
    // The longest first: one may be a part of another.
    .sort((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, headerMask), text);
