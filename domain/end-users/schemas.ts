import { z } from 'zod';
import { jsonObject } from '../json/schemas';

/** Shapes of end users: the same record as a lead and as a journey's subject (contract, sections 2 and 10). */

/** An address as matched everywhere: trimmed and in lower case. */
export const emailAddress = z
  .string()
  .max(320)
  .transform((text) => text.trim().toLowerCase())
  .pipe(z.email('must be an email address').max(254));

export const timezoneName = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be an IANA timezone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' });

const locale = z.string().regex(/^[A-Za-z0-9-]{2,35}$/, 'must be a language tag such as en-GB');
const consent = z.strictObject({ marketing: z.boolean() });

export const createEndUserBody = z
  .strictObject({
    email: emailAddress.nullable().optional(),
    attributes: jsonObject.optional(),
    timezone: timezoneName.nullable().optional(),
    locale: locale.nullable().optional(),
    consent: consent.optional(),
  })
  .meta({
    id: 'CreateEndUser',
    examples: [{ email: 'ada@example.com', attributes: { plan: 'pro' }, timezone: 'Europe/Berlin' }],
  });

export const updateEndUserBody = z
  .strictObject({
    email: emailAddress.nullable().optional(),
    attributes: jsonObject.optional().meta({
      description: 'Attributes to set, each as a whole; null removes one. Others stay.',
    }),
    timezone: timezoneName.nullable().optional(),
    locale: locale.nullable().optional(),
    consent: consent.optional(),
  })
  .meta({ id: 'UpdateEndUser', examples: [{ attributes: { plan: 'growth', trial_ends: null } }] });

export const endUserRecord = z
  .object({
    id: z.string(),
    email: z.string().nullable(),
    attributes: jsonObject,
    timezone: z.string().nullable(),
    locale: z.string().nullable(),
    consent,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'EndUser' });

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
