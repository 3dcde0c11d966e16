import { invalid } from '../errors';
import { unstorable } from './storable';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** @throws AppError VALIDATION_ERROR for bytes that are not UTF-8 */
export function textOf(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw invalid('The body must be UTF-8.');
  }
}

/**
 * Parses JSON. Integers beyond 2^53 become text with all digits, because JavaScript numbers cannot represent them.
 * @throws AppError VALIDATION_ERROR for text that is not JSON
 */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return mayHaveLongInteger.test(text) ? JSON.parse(quoteLongIntegers(text)) : value;
  } catch (error) {
    const reason = error instanceof SyntaxError ? ` (${error.message.slice(0, 120)})` : '';
    throw invalid(`The body is not valid JSON in UTF-8${reason}.`);
  }
}

/** Sixteen digits where a value can start. */
const mayHaveLongInteger = /(?:^|[:,[\s])-?\d{16}/;

/** A string, which is skipped, or a number. */
const stringOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g;

const quoteLongIntegers = (json: string): string =>
  json.replace(stringOrNumber, (token) =>
    /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token,
  );

/**
 * Refuses input that is nested too deep, or that contains text PostgreSQL cannot store.
 * @throws AppError VALIDATION_ERROR
 */
export function checkStorable(value: unknown, place: string): void {
  const reason = unstorable(value);
  if (reason !== null) throw invalid(`The ${place} ${reason}`);
}
