import { isObject } from '../../json/is-object';

/** Readers of JSON from elsewhere: each returns the value of the expected type, or nothing, and never throws. */

export type JsonRecord = Record<string, unknown>;

/** The object, or an empty one. */
export const objectOf = (value: unknown): JsonRecord => (isObject(value) ? value : {});

/** The list, or an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Text, or a number as text; null for anything else and for nothing but spaces. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A number, or text that is one; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Text in lower case with `_` between words: `Placed Order` is `placed_order`. */
export const snakeCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();

/** The beginning of a text, never half of a surrogate pair. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
