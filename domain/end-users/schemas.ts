import { z } from 'zod';
import { emailAddress } from '../email/schemas';
import { jsonObject, jsonText, shownText } from '../json/schemas';
import { roomyInstant } from '../time/schemas';
import { isTimezone } from './timezone';

/** Shapes of end users. A lead and a journey's subject are the same record. */

export const timezoneName = z
  .string()
  .max(64)
  .refine(isTimezone, 'must be an IANA timezone such as Europe/Berlin')
  .meta({ example: 'Europe/Berlin' });

const locale = z.string().regex(/^[A-Za-z0-9-]{2,35}$/, 'must be a language tag such as en-GB');

export const consentChange = z
  .strictObject({
    marketing: z.boolean(),
    source: shownText(100)
      .optional()
      .meta({
        description:
          'Source of the consent, in your own words. Default `api`. Reserved sources are accepted only if they ' +
          'are already stored for the person.',
      }),
    at: roomyInstant
      .optional()
      .meta({ description: 'When the consent was given or withdrawn. Default now; never later than now.' }),
  })
  .meta({
    description:
      'Whether the person may receive marketing email. If you change `marketing` but repeat the stored time, ' +
      'the current time is recorded.',
    examples: [{ marketing: true, source: 'newsletter_form', at: '2026-02-01T09:30:00Z' }],
  });

const consent = z
  .object({
    marketing: z.boolean(),
    source: z.string().meta({
      description:
        'default: created by a request with a secret key that did not mention consent. public_stitch: created ' +
        'by a page; the person gets no email until a request with a secret key identifies them (keyed_call). ' +
        'api: set by the API. unsubscribe_link, resubscribe_link: set by a link in a message. complaint: a ' +
        'message was marked as spam. unknown: from before sources were recorded. Any other value: set by the ' +
        'API caller.',
    }),
    at: z.iso.datetime().meta({ description: 'When the consent was given or withdrawn.' }),
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
        'Attributes to set. Each value is replaced as a whole; null removes an attribute; others are kept. The ' +
        'total limit is 64 KB.',
    }),
    timezone: timezoneName.nullable().optional(),
    locale: locale.nullable().optional(),
    consent: consentChange.optional(),
  })
  .meta({ id: 'UpdateEndUser', examples: [{ attributes: { plan: 'growth', trial_ends: null } }] });

/** Filters of the list of people. */
export const peopleFilter = {
  email: emailAddress.optional().meta({ description: 'Only the person with this address.' }),
  q: jsonText(200).optional().meta({ description: 'Words to search.', example: 'ada love' }),
  audienceId: z.string().max(100).optional().meta({ description: 'Only people who are in this audience now.' }),
};

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
