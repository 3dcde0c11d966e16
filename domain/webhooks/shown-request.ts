import { maskAddress } from './address-user';
import { headerMask } from './header-mask';
import { maskHeaders } from './masked-headers';
import type { RenderedStep, WebhookStep } from './render-step';
import { isReserved, type WebhookRequest } from './request';

/** A request as shown to a member, without secrets. */
export interface ShownRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/**
 * Removes what is secret from a request. Literal credentials of the step are masked. The rest comes from templates
 * rendered with a mask in place of each secret.
 * @param masked the step rendered with masks; null if that failed, and then all its rendered values are masked
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

/** Replaces the value of each secret with the mask, to render a step for display. */
export const maskSecrets = (secrets: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...secrets.keys()].map((name) => [name, headerMask]));

/** Removes the secrets from a receiver's text, if it repeats them unchanged. */
export const withoutSecrets = (text: string, secrets: ReadonlyMap<string, string>): string =>
  [...secrets.values()]
    .filter((value) => value !== '')
    // Replace the longest first, because one secret may be part of another.
    .sort((a, b) => b.length - a.length)
    .reduce((shown, value) => shown.replaceAll(value, headerMask), text);
