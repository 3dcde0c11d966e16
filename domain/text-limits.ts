/**
 * Maximum lengths of texts in characters, for the schemas and for the console's forms, which load no schemas. A limit
 * that no form uses is only in its schema.
 */
export const textLimits = {
  name: 200,
  email: 320,
  password: 200,
  eventName: 200,
  /** A statement, note or description. */
  longText: 2_000,
  /** A URL pattern for pages. */
  targetUrl: 2_000,
  selector: 500,
  unit: 50,
  experimentType: 100,
  baseUrl: 500,
  /** One of a connection's credentials. */
  credential: 4_096,
  /** Also the limit in bytes, because a subject must fit into one line of a message. */
  subject: 998,
  slotText: 20_000,
  ctaLabel: 500,
  ctaUrl: 2_000,
  /** The HTML or text of a message. */
  content: 200_000,
} as const;
