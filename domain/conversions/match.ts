import { compileOnService } from '../experiments/match-pattern';
import type { JsonObject } from '../json/schemas';
import { matchesSelector, parsePath, parseSelector, type KnownElement, type Selector } from './selector';

/** The fields that decide whether an event completes a conversion. */
export interface ConversionDefinition {
  id: string;
  type: ConversionType;
  /** The type of the events that count: the conversion's own type, or the name of a custom event. */
  eventType: string;
  /** A pattern as in domain/experiments/url-pattern.ts; null if events count on any page, or without one. */
  urlPattern: string | null;
  /** For clicks and form submissions only. */
  selector: string | null;
  /** Properties that `data` must have, with their values. */
  conditions: JsonObject;
}

export const conversionTypes = [
  'form_submit',
  'click',
  'pageview',
  'custom_event',
  'file_download',
  'engaged_time',
] as const;

export type ConversionType = (typeof conversionTypes)[number];

/** The fields of an event that conversions use. */
export interface MatchedEvent {
  type: string;
  url: string | null;
  data: JsonObject;
}

/**
 * Compiles the definitions of a workspace once, for any number of events.
 * @returns a function that returns the ids of the conversions an event completes, in the order of the definitions. A
 *   definition with an invalid selector matches no event.
 */
export function compileConversions(
  definitions: readonly ConversionDefinition[],
): (event: MatchedEvent) => readonly string[] {
  const byEventType = new Map<string, { id: string; matches: (event: MatchedEvent) => boolean }[]>();
  for (const definition of definitions) {
    const group = byEventType.get(definition.eventType) ?? [];
    group.push({ id: definition.id, matches: compileConversion(definition) });
    byEventType.set(definition.eventType, group);
  }
  return (event) => {
    const candidates = byEventType.get(event.type);
    if (candidates === undefined) return [];
    return candidates.filter(({ matches }) => matches(event)).map(({ id }) => id);
  };
}

function compileConversion(definition: ConversionDefinition): (event: MatchedEvent) => boolean {
  const { type, urlPattern, selector, conditions } = definition;
  const parsed = selector === null ? null : parseSelector(selector);
  const isPage = urlPattern === null ? null : rememberUrls(compileOnService(urlPattern));
  const wanted = Object.entries(conditions);
  return ({ url, data }) =>
    (isPage === null || (url !== null && isPage(url))) &&
    wanted.every(([path, value]) => holds(type, path, value, data)) &&
    (selector === null || (parsed !== null && matchesElement(parsed, type, data)));
}

const rememberedUrls = 10_000;

/** Caches the result for each URL, because most events share their page with others. */
function rememberUrls(matches: (url: string) => boolean): (url: string) => boolean {
  const known = new Map<string, boolean>();
  return (url) => {
    let isMatch = known.get(url);
    if (isMatch === undefined) {
      isMatch = matches(url);
      if (known.size >= rememberedUrls) known.clear();
      known.set(url, isMatch);
    }
    return isMatch;
  };
}

function holds(type: ConversionType, path: string, value: unknown, data: JsonObject): boolean {
  const given = propertyOf(data, path);
  if (type === 'engaged_time' && path === 'seconds' && typeof value === 'number') {
    return typeof given === 'number' && reaches(value, given, data['totalSeconds']);
  }
  return given !== undefined && isEqual(given, value);
}

/**
 * Returns whether an engaged-time event reaches the minimum number of seconds. If the event has the total of the stay,
 * only the first event of the stay that reaches the minimum counts. Without a total, the event's own seconds decide.
 */
function reaches(least: number, seconds: number, total: unknown): boolean {
  if (typeof total !== 'number') return seconds >= least;
  // Differences of tenths are not exact in binary.
  const before = Math.round((total - seconds) * 1_000) / 1_000;
  return total >= least && (before < least || before <= 0);
}

/** Returns a property by its own name, otherwise by a dotted path. */
function propertyOf(data: JsonObject, path: string): unknown {
  if (Object.hasOwn(data, path)) return data[path];
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}

/**
 * Matches a selector with a click or a form. Both events have the element and its path; a form event also has the
 * form's name and action.
 */
function matchesElement(selector: Selector, type: ConversionType, data: JsonObject): boolean {
  const own = ownElement(type, data);
  const path = typeof data['path'] === 'string' ? parsePath(data['path']) : [];
  const last = path[path.length - 1];
  // The path has at most three classes per element, and only the id if there is one. The event itself describes the
  // element completely. The snippet omits the outermost steps. Paths from older snippets were cut off at the end and do
  // not end at the element.
  const isWhole = last !== undefined && last.tag === own.tag && last.id === own.id;
  if (isWhole) return matchesSelector(selector, [...path.slice(0, -1), own]);
  return matchesSelector(selector, own.tag === '' && path.length > 0 ? path : [own]);
}

function ownElement(type: ConversionType, data: JsonObject): KnownElement {
  const text = (name: string): string | null => (typeof data[name] === 'string' ? data[name] : null);
  const given = Array.isArray(data['classes']) ? data['classes'] : [];
  const classes = new Set(given.filter((name) => typeof name === 'string'));
  const attributes: Record<string, string> = {};
  for (const name of ['id', 'name', 'action', 'href']) {
    const value = text(name);
    if (value !== null) attributes[name] = value;
  }
  const tag = (text('tag') ?? (type === 'form_submit' ? 'form' : '')).toLowerCase();
  return { tag, id: text('id'), classes, attributes };
}
