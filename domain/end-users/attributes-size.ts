import { invalid, type AppError } from '../errors';
import type { JsonObject } from '../json/schemas';

/** Bytes of JSON in UTF-8 that the attributes of one person hold at most (contract, section 10). */
const mostAttributeBytes = 64 * 1024;

/** The error for attributes that are too large, else null. @param attributes as they would be after the change */
export function attributesTooLarge(attributes: JsonObject): AppError | null {
  const bytes = Buffer.byteLength(JSON.stringify(attributes));
  if (bytes <= mostAttributeBytes) return null;
  const message =
    `The attributes of a person hold at most ${mostAttributeBytes} bytes as JSON, and with this change they would be ${bytes}. ` +
    'Set attributes that are not needed to null, or shorten their values.';
  return invalid(message, [{ path: 'attributes', message }]);
}
