import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { jsonObject, shownText } from '../json/schemas';
import { roomyInstant } from '../time/schemas';
import { isTimezone } from './timezone';

/** Shapes of end users: the same record as a lead and as a journey's subject (contract, sections 2 and 10). */

export const timezoneName = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be an IANA timezone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' });

const locale = z.string().regex(/^[A-Za-z0-9-]{2,35}$/, 'must be a language tag such as en-GB');

export const consentChange = z
  .strictObject({
    marketing: z.boolean(),
    source: shownText(100).optional().meta({
      description:
        'Where it comes from, in a word of your own; `api` unless given. A word of the service is taken where the record has it already.',
    }),
    at: roomyInstant.optional().meta({ description: 'Since when; now unless given, and never after now.' }),
  })
  .meta({
    description:
      'Whether the person may get marketing mail. A source and a time that the record has are those of before: where `marketing` ' +
      'changes beside them, it does so now.',
    examples: [{ marketing: true, source: 'newsletter_form', at: '2026-02-01T09:30:00Z' }],
  });

const consent = z
  .object({
    marketing: z.boolean(),
    source: z.string().meta({
      description:
        'default: made by a keyed call without a word about it. public_stitch: made by a page, and not mailed until a keyed call ' +
        'names the person (keyed_call). api: set by the API. unsubscribe_link, resubscribe_link: by the link of a message. ' +
        'complaint: a message was called spam. unknown: from before sources were recorded. Any other: as a keyed call said it.',
    }),
    at: z.iso.datetime().meta({ description: 'Since when.' }),
  })
  .meta({ id: 'Consent' });

export const createEndUserBody = z
  .strictObject({
    email: emailAddress.nullable().optional(),
    attributes: jsonObject.optional(),
    timezone: timezoneName.nullable().optional(),
    locale: locale.nullable().optional(),
    consent: consentChange.optional(),
  })
  .meta({
    id: 'CreateEndUser',
    examples: [{ email: 'ada@example.com', attributes: { plan: 'pro' }, timezone: 'Europe/Berlin' }],
  });

export const updateEndUserBody = z
  .strictObject({
    email: emailAddress.nullable().optional(),
    attributes: jsonObject.optional().meta({
      description:
        'Attributes to set, each as a whole; null removes one. Others stay. All together hold at most 64 KB.',
    }),
    timezone: timezoneName.nullable().optional(),
    locale: locale.nullable().optional(),
    consent: consentChange.optional(),
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
