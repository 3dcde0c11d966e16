import { z } from 'zod';
import { channels } from '../analytics/channel';
import { periodFields, periodRecord } from '../analytics/schemas';
import { attributionModels } from './models';

/** Shapes of attribution (contract, section 6). */

const model = z.enum(attributionModels);

export const attributionQuery = z.strictObject({
  model: model.optional().meta({ description: 'Default the workspace’s, else last_touch.' }),
  ...periodFields,
});

const currency = z.string().meta({ description: 'ISO 4217.' });

export const attributionSummary = z
  .object({
    model,
    channels: z
      .array(
        z.object({
          channel: z.enum(channels),
          creditedConversions: z.number(),
          revenue: z.number().meta({ description: 'In major units of `currency`.' }),
        }),
      )
      .meta({ description: 'Those with credit, the most first. Credits sum to the number of conversions.' }),
    currency: currency.meta({ description: 'Of `revenue`: the one with the most completions, USD without any.' }),
    otherCurrencies: z
      .array(z.object({ currency, channels: z.array(z.object({ channel: z.enum(channels), revenue: z.number() })) }))
      .meta({ description: 'Revenue in other currencies, which is not converted.' }),
    period: periodRecord,
  })
  .meta({ id: 'AttributionSummary' });

export const attributionPath = z
  .object({
    leadId: z.string(),
    touches: z
      .array(
        z.object({
          timestamp: z.iso.datetime(),
          channel: z.enum(channels),
          source: z.string().nullable(),
          medium: z.string().nullable(),
          campaign: z.string().nullable(),
          landingPage: z.string().nullable(),
          visitorId: z.string().meta({ description: 'By which of the lead’s devices.' }),
        }),
      )
      .meta({ description: 'The newest 1,000, oldest first, from all visitors that are linked to the lead.' }),
    conversions: z
      .array(
        z.object({
          conversionId: z.string(),
          timestamp: z.iso.datetime(),
          revenue: z.number().nullable().meta({ description: 'In major units.' }),
          currency: z.string().nullable(),
        }),
      )
      .meta({ description: 'The newest 1,000 completions, oldest first.' }),
  })
  .meta({ id: 'AttributionPath' });
