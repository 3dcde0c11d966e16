import type { JsonObject } from '../json/schemas';

/** Masks personal data for dry runs. */

const personalKey = /name|phone|address|birth/i;
const emailKey = /e-?mail/i;
export const maskedText = '***';

/** Masks `jane@example.com` as `j***@e***.com`. Text that is not an address is masked completely. */
export function maskEmail(email: string): string {
  const [, local = '', domain = '', ending = ''] = /^(.).*@(.).*(\.[^.@]+)$/su.exec(email) ?? [];
  return local === '' ? maskedText : `${local}${maskedText}@${domain}${maskedText}${ending}`;
}

/**
 * Masks values at any depth if their key contains name, phone, address or birth, or is listed. Email addresses under
 * other keys are masked too, but keep the form of an address.
 * @param listed additional keys, compared case-insensitively
 */
export function maskPersonal(values: JsonObject, listed: readonly string[]): JsonObject {
  const keys = new Set(listed.map((key) => key.toLowerCase()));
  const isPersonal = (key: string): boolean => personalKey.test(key) || keys.has(key.toLowerCase());
  const maskIn = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(maskIn);
    if (typeof value === 'string') return /^\S+@\S+$/.test(value) ? maskEmail(value) : value;
    return value !== null && typeof value === 'object' ? maskObject(value) : value;
  };
  const maskEntry = (key: string, value: JsonValue): JsonValue => {
    if (value === null) return null;
    if (isPersonal(key)) return maskedText;
    return emailKey.test(key) ? maskEmail(String(value)) : maskIn(value);
  };
  const maskObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, maskEntry(key, value)]));
  return maskObject(values);
}

type JsonValue = JsonObject[string];
