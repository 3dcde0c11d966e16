import type { BundleDraft, Place } from './bundle-draft';
import { isObject } from '../../json/is-object';
import { cut, listOf, objectOf, textOf } from './read-json';
import { hasUser, withoutUser } from '../../webhooks/address-user';
import { isParsableUrl } from '../../parsable-url';

export interface SourceWebhook {
  url: unknown;
  method: unknown;
  /**
   * An object, a list of `{ name, value }` or `{ key, value }`, or JSON text of either. Values are templates, like the
   * body.
   */
  headers: unknown;
  /** Text, or JSON. */
  body: unknown;
  next: string;
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Adds a webhook step. The step is left out if its address contains templates or is not a valid http or https URL. */
export function addWebhook(draft: BundleDraft, place: Place, webhook: SourceWebhook): void {
  const url = textOf(webhook.url)?.trim() ?? '';
  if (!/^https?:\/\/[^\s{}]+$/i.test(url) || !isParsableUrl(url)) {
    draft.note('error', place, 'The webhook has no valid http or https URL and was removed.');
    draft.skip(place.sourceId, webhook.next);
    return;
  }
  if (/^http:/i.test(url)) {
    draft.note('warning', place, 'Webhooks must use https, unless the operator allows the host.');
  }
  const method = methods.find((name) => name === textOf(webhook.method)?.toUpperCase());
  if (method === undefined && textOf(webhook.method) !== null) {
    draft.note('error', place, `The method "${cut(textOf(webhook.method) ?? '', 50)}" is not supported. POST is used.`);
  }
  const headers = headersOf(draft, place, webhook.headers).map(
    ([name, value]) => [name, draft.template(place, value)] as const,
  );
  const body = bodyOf(webhook.body);
  if (hasUser(url)) {
    draft.note('error', place, 'The user and password in the URL were removed. Send them as a header from a secret.');
  }
  draft.step(place, {
    kind: 'webhook',
    url: withoutUser(url),
    method: method ?? 'POST',
    ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    ...(body === null ? {} : { body: draft.template(place, body) }),
    timeoutSeconds: 10,
    next: webhook.next,
  });
}

function headersOf(draft: BundleDraft, place: Place, given: unknown): [name: string, value: string][] {
  const headers = parsed(given);
  if (headers === null) draft.note('error', place, 'The headers cannot be read and were removed.');
  const pairs: [unknown, unknown][] = Array.isArray(headers)
    ? headers.map(objectOf).map(({ name, key, value }) => [name ?? key, value])
    : Object.entries(objectOf(headers));
  return pairs.flatMap(([name, value]): [string, string][] => {
    const [plainName, plainValue] = [textOf(name), textOf(value)];
    if (plainName !== null && plainValue !== null) return [[plainName, plainValue]];
    if (plainName !== null && value !== null && value !== '') {
      draft.note('error', place, `The header "${cut(plainName, 100)}" has no text and was removed.`);
    }
    return [];
  });
}

/** Returns null for text that is not JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  if (value.trim() === '') return {};
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return null;
  }
}

const bodyOf = (body: unknown): string | null =>
  isObject(body) || listOf(body).length > 0 ? JSON.stringify(body) : textOf(body);
