import type { JsonObject } from '../json/schemas';

/** Personal data as it may be shown in a dry run (contract, section 10, "Simulate"). */

const personalKey = /name|phone|address|birth/i;
const emailKey = /e-?mail/i;
const masked = '***';

/** `jane@example.com` as `j***@e***.com`. What is no address is masked as a whole. */
export function maskEmail(email: string): string {
  const [, local = '', domain = '', ending = ''] = /^(.).*@(.).*(\.[^.@]+)$/su.exec(email) ?? [];
  return local === '' ? masked : `${local}${masked}@${domain}${masked}${ending}`;
}

/**
 * The values with those masked whose key says name, phone, address or birth, or is listed; at every depth. Addresses of mail
 * under other keys are masked by their own form.
 * @param listed further keys, compared without regard to case
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
    if (isPersonal(key)) return masked;
    return emailKey.test(key) ? maskEmail(String(value)) : maskIn(value);
  };
  const maskObject = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, maskEntry(key, value)]));
  return maskObject(values);
}

type JsonValue = JsonObject[string];
