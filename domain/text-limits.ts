/**
 * Most characters of texts, for the schemas and for the forms of the console, which load no schema. A bound that no form has is in
 * its schema alone.
 */
export const textLimits = {
  name: 200,
  email: 320,
  password: 200,
  eventName: 200,
  /** Of a statement, a note or a description. */
  longText: 2_000,
  /** A pattern of pages. */
  targetUrl: 2_000,
  selector: 500,
  unit: 50,
  experimentType: 100,
  baseUrl: 500,
  /** One of the credentials of a connection. */
  credential: 4_096,
  /** Bytes, too: a subject fits into one line of a message. */
  subject: 998,
  slotText: 20_000,
  ctaLabel: 500,
  ctaUrl: 2_000,
  /** Html, or text, of a message. */
  content: 200_000,
} as const;
