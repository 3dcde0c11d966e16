import { z } from 'zod';
import { pagePattern } from '../experiments/page-pattern';
import { jsonObject, jsonText, shownText } from '../json/schemas';
import { conversionTypes } from './match';
import { parseSelector } from './selector';
import { textLimits } from '../text-limits';

/** Shapes of conversions in both of their forms (specification, "Conversion"; contract, sections 6 and 10). */

const conversionType = z.enum(conversionTypes);

const selector = jsonText(textLimits.selector, 1).refine((source) => parseSelector(source) !== null, {
  message:
    'is no CSS selector that is supported: tags, ids, classes, [name=value], descendants, children and lists are; ' +
    'pseudo-classes and siblings are not',
});

const maxConditions = 20;

const conditions = jsonObject
  .refine((given) => Object.keys(given).length <= maxConditions, {
    message: `may have at most ${maxConditions} properties`,
  })
  .refine((given) => JSON.stringify(given).length <= 10_000, { message: 'may take at most 10,000 characters' });

const fields = {
  name: shownText(textLimits.name),
  type: conversionType.meta({ description: 'Newer form.' }),
  eventName: jsonText(textLimits.eventName, 1)
    .nullable()
    .meta({ description: 'Of `custom_event`: the type of the events that count.' }),
  targetUrl: pagePattern.nullable().meta({
    description: 'Pattern of the pages that count: `/thanks`, `/blog/*`, a host and path, or `re:` and an expression.',
  }),
  selector: selector.nullable().meta({ description: 'Of `click` and `form_submit`: the element.' }),
  isPrimary: z.boolean().meta({ description: 'One conversion is primary at most: another one is not any more.' }),
  eventType: jsonText(textLimits.eventName, 1).meta({
    description: 'Older form: the type of the events that count. Stands for `type` and `eventName`.',
  }),
  urlPattern: pagePattern.nullable().meta({ description: 'Older form: the same as `targetUrl`.' }),
  conditions: conditions.nullable().meta({
    description:
      'What properties of `data` have to equal, by name or dotted path. Of `engaged_time`, `seconds` is the least ' +
      'that a stay on a page takes: it completes once, by the first event whose `totalSeconds` reach it. An event without ' +
      '`totalSeconds` counts by its own `seconds`.',
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

export const updateConversionBody = z
  .strictObject(changes)
  .meta({ id: 'UpdateConversion', examples: [{ isPrimary: true }, { targetUrl: '/thanks', conditions: null }] });

export const updateConversionByIdBody = z
  .strictObject({ ...changes, id: z.string().min(1).max(100) })
  .meta({ id: 'UpdateConversionById', examples: [{ id: 'cnv_01h455vb4pex5vsknk084sn02q', name: 'Order' }] });

const text = z.string().nullable();

export const conversionRecord = z
  .object({
    id: z.string(),
    name: z.string(),
    type: conversionType,
    eventName: text.meta({ description: 'Null when the type implies it.' }),
    targetUrl: text,
    selector: text,
    isPrimary: z.boolean(),
    eventType: z.string().meta({ description: 'The type of the events that count.' }),
    urlPattern: text.meta({ description: 'The same as `targetUrl`.' }),
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
          'How far events from before the definition are matched, newest first. Until then figures lack them.',
      }),
  })
  .meta({ id: 'Conversion' });
