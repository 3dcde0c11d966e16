import { z } from 'zod';

/**
 * The platforms' responses according to their public references, limited to what a pull reads: Google Ads API
 * (googleAds:search), Marketing API (insights), LinkedIn Marketing API (adAnalytics, adCampaigns, adAccounts). Many
 * numbers are JSON strings.
 */

const isoDate = z.iso.date();
const currency = z.string().regex(/^[A-Z]{3}$/);
const name = z.string().transform((text) => text.slice(0, 300));
const count = z.coerce.number().int().min(0).max(1e15).default(0);
/** An amount of conversions, value or cost. Platforms may report corrections below zero, which count as 0. */
const amount = z.coerce
  .number()
  .max(1e12)
  .default(0)
  .transform((value) => Math.max(0, value));

/** The OAuth 2.0 token response of all three platforms (RFC 6749, section 5.1). */
export const tokenResponse = z.object({
  access_token: z.string().min(1).max(4_096),
  expires_in: z.coerce.number().min(0).optional(),
  refresh_token: z.string().min(1).max(4_096).optional(),
});

export const googleResponse = z.object({
  results: z
    .array(
      z.object({
        customer: z.object({ currencyCode: currency }),
        campaign: z.object({ id: z.coerce.string(), name }),
        segments: z.object({ date: isoDate }),
        metrics: z.object({
          costMicros: z.coerce.bigint().min(0n).default(0n),
          impressions: count,
          clicks: count,
          conversions: amount,
          conversionsValue: amount,
        }),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
});

const metaActions = z.array(z.object({ action_type: z.string(), value: z.coerce.number() })).default([]);

export const metaResponse = z.object({
  data: z.array(
    z.object({
      campaign_id: z.string(),
      campaign_name: name,
      date_start: isoDate,
      account_currency: currency,
      spend: amount,
      impressions: count,
      clicks: count,
      actions: metaActions,
      action_values: metaActions,
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

export type MetaRow = z.infer<typeof metaResponse>['data'][number];

const linkedInDay = z.object({ year: z.int(), month: z.int(), day: z.int() });

export const linkedInAnalytics = z.object({
  elements: z.array(
    z.object({
      dateRange: z.object({ start: linkedInDay }),
      pivotValues: z.tuple([z.string()]),
      costInLocalCurrency: amount,
      impressions: count,
      clicks: count,
      externalWebsiteConversions: amount,
      conversionValueInLocalCurrency: amount,
    }),
  ),
});

export const linkedInAccount = z.object({ currency });

export const linkedInCampaigns = z.object({
  elements: z.array(z.object({ id: z.coerce.string(), name })),
  metadata: z.object({ nextPageToken: z.string().optional() }).optional(),
});

export const googleError = z.object({
  error: z.object({
    status: z.string().optional(),
    message: z.string().optional(),
    details: z
      .array(
        z.object({
          errors: z
            .array(
              z.object({
                message: z.string().optional(),
                details: z.object({ quotaErrorDetails: z.object({ retryDelay: z.string() }).optional() }).optional(),
              }),
            )
            .optional(),
        }),
      )
      .optional(),
  }),
});

export const metaError = z.object({
  error: z.object({ message: z.string().optional(), code: z.number(), is_transient: z.boolean().optional() }),
});

export const metaUsage = z.record(
  z.string(),
  z.array(z.object({ estimated_time_to_regain_access: z.number().default(0) })),
);

export const linkedInError = z.object({ message: z.string().optional(), serviceErrorCode: z.number().optional() });

/** The OAuth 2.0 error response (RFC 6749, section 5.2). */
export const tokenError = z.object({ error: z.string(), error_description: z.string().optional() });
