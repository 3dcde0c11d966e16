import { emailAddress } from '../../email/schemas';
import { isPlaceholderUserId } from '../../identity/placeholder';
import type { JsonObject } from '../../json/schemas';
import { attributesTooLarge } from '../attributes-size';
import { isTimezone } from '../timezone';

/** A person as a row of an import describes them. A field that is empty in the row is undefined, and keeps its value. */
export interface ImportedPerson {
  /** A lead's id, or the customer's own id of the person. */
  userId: string | null;
  email: string | null;
  timezone: string | undefined;
  locale: string | undefined;
  attributes: JsonObject;
  consent: RowConsent | undefined;
}

export interface RowConsent {
  marketing: boolean;
  source: string;
}

/**
 * Reads a row. Values of a file are text; those that look like a number, true or false become one.
 * @returns the problem of the row instead, in words
 */
export function readRow(fields: JsonObject): ImportedPerson | { problem: string } {
  try {
    return {
      ...identityOf(fields),
      timezone: timezoneOf(fields['timezone']),
      locale: localeOf(fields['locale']),
      attributes: attributesIn(fields),
      consent: consentOf(fields),
    };
  } catch (error) {
    if (error instanceof RowProblem) return { problem: error.message };
    throw error;
  }
}

class RowProblem extends Error {}

const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value.trim() : JSON.stringify(value);

function identityOf({ email: givenEmail, id: givenId }: JsonObject): Pick<ImportedPerson, 'userId' | 'email'> {
  const [email, id] = [textOf(givenEmail), textOf(givenId)];
  if (email === '' && id === '') throw new RowProblem('The row has no email address and no ID.');
  if (id.length > 200) throw new RowProblem('The ID has more than 200 characters.');
  if (id !== '' && isPlaceholderUserId(id)) throw new RowProblem(`The ID "${id}" is a placeholder.`);
  if (email === '') return { userId: id, email: null };
  const parsed = emailAddress.safeParse(email);
  if (!parsed.success) throw new RowProblem(`"${email.slice(0, 100)}" is not an email address.`);
  return { userId: id === '' ? null : id, email: parsed.data };
}

function timezoneOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  if (!isTimezone(text)) throw new RowProblem(`"${text.slice(0, 100)}" is not a timezone such as Europe/Berlin.`);
  return text;
}

function localeOf(value: unknown): string | undefined {
  const text = textOf(value);
  if (text === '') return undefined;
  if (!/^[A-Za-z0-9-]{2,35}$/.test(text)) {
    throw new RowProblem(`"${text.slice(0, 100)}" is not a language tag such as en-GB.`);
  }
  return text;
}

const attributeStart = 'attributes.';

function attributesIn(fields: JsonObject): JsonObject {
  const named = Object.entries(fields).filter(
    ([field, value]) => field.startsWith(attributeStart) && value !== '' && value !== null,
  );
  const attributes = Object.fromEntries(
    named.map(([field, value]) => [
      field.slice(attributeStart.length),
      typeof value === 'string' ? typed(value) : value,
    ]),
  ) as JsonObject;
  const tooLarge = attributesTooLarge(attributes);
  if (tooLarge !== null) throw new RowProblem(tooLarge.message);
  return attributes;
}

/** A number as people write it: without leading zeros, so that postal codes and phone numbers stay text. */
const number = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/;

function typed(text: string): string | number | boolean {
  if (number.test(text)) return Number(text);
  return text === 'true' || (text === 'false' ? false : text);
}

const agreed = new Set(['true', 'yes', '1']);
const denied = new Set(['false', 'no', '0']);

function consentOf(fields: JsonObject): RowConsent | undefined {
  const marketing = textOf(fields['consent.marketing']).toLowerCase();
  if (marketing === '') return undefined;
  if (!agreed.has(marketing) && !denied.has(marketing)) {
    throw new RowProblem('The marketing consent must be yes or no.');
  }
  const source = textOf(fields['consent.source']).slice(0, 100);
  if (source === '') throw new RowProblem('The row states consent without its source.');
  return { marketing: agreed.has(marketing), source };
}
