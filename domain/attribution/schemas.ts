import { z } from 'zod';
import { channels } from '../analytics/channel';
import { periodFields, periodRecord } from '../analytics/schemas';
import { attributionModels } from './models';

/** Schemas for attribution. */

const model = z.enum(attributionModels);

export const attributionQuery = z.strictObject({
  model: model.optional().meta({ description: 'Default: the model of the workspace, otherwise last_touch.' }),
  conversionId: z.string().max(100).optional().meta({
    description: 'The conversion to credit. Default: the primary one, or all if none is primary.',
  }),
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
      .meta({ description: 'Channels with credit, highest first. The credits add up to the number of conversions.' }),
    currency: currency.meta({
      description: 'Currency of `revenue`: the one with the most completions, or USD if there are none.',
    }),
    otherCurrencies: z
      .array(z.object({ currency, channels: z.array(z.object({ channel: z.enum(channels), revenue: z.number() })) }))
      .meta({ description: 'Revenue in other currencies. It is not converted.' }),
    costs: z
      .array(
        z.object({
          channel: z.enum(channels),
          connectors: z.array(z.string()).meta({ description: 'The ad platforms with this spend.' }),
          currency,
          spend: z.number(),
          creditedConversions: z.number(),
          cpa: z.number().nullable().meta({
            description:
              'Spend per credited conversion. Null without credit, or if the channel has spend in several currencies.',
          }),
          revenue: z.number().meta({ description: 'Credited revenue in this currency.' }),
          roas: z.number().nullable().meta({ description: 'Credited revenue per unit of spend.' }),
        }),
      )
      .meta({
        description:
          'Spend by channel and currency, compared with the credit of the channel; the highest spend first. All money ' +
          'of a row is in its `currency`, in major units.',
      }),
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
          visitorId: z.string().meta({ description: 'The lead’s visitor id (device) of this touch.' }),
        }),
      )
      .meta({ description: 'The newest 1,000 touches, oldest first, from all visitors linked to the lead.' }),
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
