import { isObject } from '../../json/is-object';

/** Readers of foreign JSON. Each returns a value of the expected type or an empty value, and never throws. */

export type JsonRecord = Record<string, unknown>;

/** Returns the object, or an empty one. */
export const objectOf = (value: unknown): JsonRecord => (isObject(value) ? value : {});

/** Returns the list, or an empty one. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** Returns text, or a number as text; null for anything else and for blank text. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns a number, also from numeric text; null for anything else. */
export function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Converts text to lower case with `_` between words: `Placed Order` is `placed_order`. */
export const snakeCase = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toLowerCase();

/** Returns the start of a text, without splitting a surrogate pair. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, '');
