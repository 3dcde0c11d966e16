import { z } from 'zod';
import { periodFields, periodRecord } from '../analytics/schemas';
import { pagePattern } from '../experiments/page-pattern';
import { jsonObject, jsonText, shownText } from '../json/schemas';
import { conversionTypes } from './match';
import { parseSelector } from './selector';
import { textLimits } from '../text-limits';
import { readUpdatedAt } from '../time/schemas';

/**
 * Schemas for conversions in the older and the newer form.
 */

const conversionType = z.enum(conversionTypes);

const selector = jsonText(textLimits.selector, 1).refine((source) => parseSelector(source) !== null, {
  message:
    'is not a supported CSS selector. Use tags, ids, classes, [name=value], descendants, children and lists. ' +
    'Pseudo-classes and sibling combinators are not supported',
});

const maxConditions = 20;

const conditions = jsonObject
  .refine((given) => Object.keys(given).length <= maxConditions, {
    message: `must have at most ${maxConditions} properties`,
  })
  .refine((given) => JSON.stringify(given).length <= 10_000, { message: 'must be at most 10,000 characters as JSON' });

const fields = {
  name: shownText(textLimits.name),
  type: conversionType.meta({ description: 'Type of the conversion. Replaces `eventType`.' }),
  eventName: jsonText(textLimits.eventName, 1)
    .nullable()
    .meta({ description: 'For `custom_event`: the event type to count.' }),
  targetUrl: pagePattern.nullable().meta({
    description:
      'Pattern of the pages to count: `/thanks`, `/blog/*`, `/app#/thanks`, a host and path, or `re:` and a regular ' +
      'expression.',
  }),
  selector: selector.nullable().meta({ description: 'For `click` and `form_submit`: the element.' }),
  isPrimary: z.boolean().meta({
    description:
      'Whether this is the primary conversion. Only one can be primary; setting it replaces the current one.',
  }),
  eventType: jsonText(textLimits.eventName, 1).meta({
    description: 'Older form of `type` and `eventName`: the event type to count.',
  }),
  urlPattern: pagePattern.nullable().meta({ description: 'Older name of `targetUrl`.' }),
  conditions: conditions.nullable().meta({
    description:
      'Required values of event properties in `data`, by name or dotted path. For `engaged_time`, `seconds` is ' +
      'the minimum time on a page: the conversion completes once, with the first event whose `totalSeconds` ' +
      'reach it. An event without `totalSeconds` counts with its own `seconds`.',
  }),
};

const changes = z.object(fields).partial().shape;

export const createConversionBody = z.strictObject({ ...changes, name: fields.name }).meta({
  id: 'CreateConversion',
  examples: [
    { name: 'Order placed', type: 'custom_event', eventName: 'order_placed', isPrimary: true },
    { name: 'Sign-up form', type: 'form_submit', selector: 'main form#signup', targetUrl: '/sign-up' },
    { name: 'Pro bought', eventType: 'purchase', urlPattern: '/checkout/*', conditions: { plan: 'pro' } },
  ],
});

const update = { updatedAt: readUpdatedAt.optional(), ...changes };

export const updateConversionBody = z
  .strictObject(update)
  .meta({ id: 'UpdateConversion', examples: [{ isPrimary: true }, { targetUrl: '/thanks', conditions: null }] });

export const updateConversionByIdBody = z
  .strictObject({ ...update, id: z.string().min(1).max(100) })
  .meta({ id: 'UpdateConversionById', examples: [{ id: 'cnv_01h455vb4pex5vsknk084sn02q', name: 'Order' }] });

const text = z.string().nullable();

export const conversionRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    type: conversionType,
    eventName: text.meta({ description: 'Null for types that imply the event.' }),
    targetUrl: text,
    selector: text,
    isPrimary: z.boolean(),
    eventType: z.string().meta({ description: 'The event type to count.' }),
    urlPattern: text.meta({ description: 'Same as `targetUrl`.' }),
    conditions: jsonObject,
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
    backfill: z
      .object({
        status: z.enum(['running', 'completed']),
        doneDays: z.number().int(),
        totalDays: z.number().int(),
      })
      .meta({
        description:
          'Progress of matching older events, newest first. Until it completes, reports do not include all of them.',
      }),
  })
  .meta({ id: 'Conversion' });

export const conversionFiguresQuery = z.strictObject(periodFields);

const counted = z.int().min(0);

export const conversionFiguresRecord = z
  .object({
    conversionId: z.string(),
    name: z.string(),
    isPrimary: z.boolean(),
    period: periodRecord,
    previousPeriod: periodRecord,
    completions: counted,
    previousCompletions: counted.meta({ description: 'Completions in the previous period.' }),
    days: z.array(z.object({ date: z.iso.date(), completions: counted, previousCompletions: counted })).meta({
      description: 'Every day of the period, in order, each with the day at the same place of the previous period.',
    }),
    revenue: z
      .array(
        z.object({
          currency: z.string(),
          amount: z.number(),
          previousAmount: z.number(),
          days: z.array(z.object({ date: z.iso.date(), amount: z.number() })),
        }),
      )
      .meta({ description: 'By currency, highest amount first, in major units. Empty without amounts.' }),
  })
  .meta({ id: 'ConversionFigures' });

export const completionsQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Number of completions.' }),
});

export const completionRecord = z
  .object({
    eventId: z.string(),
    occurredAt: z.iso.datetime(),
    visitorId: text,
    endUserId: text.meta({ description: 'The person that the event named, or that its visitor is linked to.' }),
    email: text,
    url: text.meta({ description: 'Null for an event without a page, and after retention deleted the event.' }),
    amount: z.number().nullable().meta({ description: 'Revenue in major units.' }),
    currency: text,
  })
  .meta({ id: 'Completion' });
