import { z } from 'zod';
import { jsonText } from '../json/schemas';

/** Schemas for advertising figures. */

export const connectorType = z
  .string()
  .regex(
    /^[a-z][a-z0-9_-]{0,49}$/,
    'must start with a lowercase letter and contain only lowercase letters, digits, underscores and hyphens, ' +
      'such as google_ads',
  )
  .meta({
    description: 'You can connect `google_ads`, `meta_ads` and `linkedin_ads`. Data of any other type is imported.',
    example: 'google_ads',
  });

/** Maximum rows per import. */
export const maxImportRows = 10_000;

const least = 'must not be below 0';
const numberOf = (message: string) =>
  z.number({ error: ({ input }) => (input === undefined ? 'is required' : message) }).min(0, least);
const amount = numberOf('must be a number with a decimal point, such as 120.5').max(1e9, 'must be at most 1000000000');
const count = numberOf('must be a whole number, such as 310')
  .int('must be a whole number')
  .max(1e12, 'must be at most 1000000000000');

/** A row of an import. */
export const metricsRow = z.strictObject({
  date: z.iso.date('must be a date such as 2026-11-20'),
  campaign: jsonText(300, 1),
  spend: amount.meta({ description: 'In major units of the currency.' }),
  impressions: count.default(0),
  clicks: count.default(0),
  conversions: amount.default(0),
  revenue: amount.default(0).meta({ description: 'In major units of the currency.' }),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, 'must be an ISO 4217 code such as EUR')
    .default('USD'),
});

export type MetricsRow = z.infer<typeof metricsRow>;

export const importMetricsBody = z
  .strictObject({
    rows: z
      .array(z.unknown())
      .min(1)
      .max(maxImportRows)
      .meta({
        description:
          'Each row has `date`, `campaign` and `spend`, and optionally `impressions`, `clicks`, `conversions`, ' +
          '`revenue` and `currency` (default USD). Amounts are ' +
          'in major units. Each row is validated separately.',
      }),
  })
  .meta({
    id: 'ImportMetrics',
    examples: [
      {
        rows: [
          {
            date: '2026-11-20',
            campaign: 'Autumn',
            spend: 120.5,
            impressions: 9000,
            clicks: 310,
            conversions: 12,
            revenue: 640,
            currency: 'EUR',
          },
        ],
      },
    ],
  });

export const importMetricsResponse = z
  .object({
    imported: z.number().int().meta({ description: 'Stored rows, including rows that were already stored.' }),
    rejected: z.array(
      z.object({
        row: z.number().int().meta({ description: 'Row number. 1 is the first row after the header.' }),
        message: z.string(),
      }),
    ),
  })
  .meta({ id: 'ImportedMetrics' });

const sums = {
  spend: z.number(),
  impressions: z.number().int(),
  clicks: z.number().int(),
  conversions: z.number(),
  revenue: z.number(),
};
const ratios = {
  cpa: z.number().nullable().meta({ description: 'Spend per conversion. Null if there are no conversions.' }),
  roas: z.number().nullable().meta({ description: 'Revenue per unit of spend. Null if there is no spend.' }),
};

const figures = z.object({
  ...sums,
  ...ratios,
  currency: z.string().nullable().meta({
    description: 'Currency of all values here: the one with the most spend. Null if there is no data.',
  }),
  otherCurrencies: z.array(z.object({ currency: z.string(), ...sums })).meta({
    description: 'Totals in other currencies. They are not converted and not part of the totals above.',
  }),
});

const freshness = {
  lastSyncedAt: z.iso.datetime().nullable().meta({ description: 'When data was last pulled or imported.' }),
  lastError: z
    .string()
    .nullable()
    .optional()
    .meta({ description: 'Why the last pull failed. Null if it succeeded. Visible only to admins.' }),
};

export const connectorFigures = figures
  .extend({ connectorType: z.string(), ...freshness })
  .meta({ id: 'ConnectorFigures' });

const span = {
  period: z.string(),
  from: z.iso.date(),
  to: z.iso.date().meta({ description: 'The last day in the workspace’s timezone, included.' }),
};

export const metricsResponse = z
  .object({ ...span, totals: figures, connectors: z.array(connectorFigures) })
  .meta({ id: 'Metrics' });

export const connectorMetricsResponse = connectorFigures
  .extend({
    ...span,
    campaigns: z
      .array(z.object({ name: z.string(), currency: z.string(), ...sums, ...ratios }))
      .meta({ description: 'Up to 1,000 campaigns in all currencies, highest spend first.' }),
  })
  .meta({ id: 'ConnectorMetrics' });
