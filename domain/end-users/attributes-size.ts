import { invalid, type AppError } from '../errors';
import type { JsonObject } from '../json/schemas';

/** The most bytes of a person's attributes as UTF-8 JSON. */
const maxAttributeBytes = 64 * 1024;

/**
 * Returns the error for attributes that are too large, or null.
 * @param attributes as they would be after the change
 */
export function attributesTooLarge(attributes: JsonObject): AppError | null {
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes <= maxAttributeBytes) return null;
  const message =
    `The attributes of a person can be at most ${maxAttributeBytes} bytes as JSON. With this change they ` +
    `would be ${bytes} bytes. Set unneeded attributes to null, or shorten their values.`;
  return invalid(message, [{ path: 'attributes', message }]);
}

/** Returns the attributes after a change. Null removes an attribute. */
export const mergeAttributes = (current: JsonObject = {}, changes: JsonObject = {}): JsonObject =>
  Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== null));
