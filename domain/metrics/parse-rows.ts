import { unstorable } from '../json/storable';
import { toMicros, type CampaignDay } from './figures';
import { metricsRow, type MetricsRow } from './schemas';

export interface RejectedRow {
  /** From 1. */
  row: number;
  message: string;
}

export interface ParsedRows {
  days: CampaignDay[];
  rejected: RejectedRow[];
}

/** The field that holds why a row could not be read. No column or field that is taken has such a name. */
const unreadable = '\0unreadable';

/** A row that could not be read, with why. Plain, so that it can be copied to a thread. */
export const unreadableRow = (message: string): object => ({ [unreadable]: message });

const firstDate = '2000-01-01';

/**
 * Parses the rows of an import one by one: a bad one is named and does not keep the others out. A campaign's day may come once:
 * of two rows it is unknown whether they are parts or versions.
 * @param lastDate the last date that may have figures, ISO 8601
 */
export function parseRows(rows: readonly unknown[], lastDate: string): ParsedRows {
  const parsed: ParsedRows = { days: [], rejected: [] };
  const seen = new Map<string, number>();
  for (const [index, item] of rows.entries()) {
    const row = index + 1;
    const result = parseRow(item, lastDate);
    if (typeof result === 'string') {
      parsed.rejected.push({ row, message: result });
      continue;
    }
    const key = `${result.date} ${result.campaign}`;
    const earlier = seen.get(key);
    if (earlier === undefined) {
      seen.set(key, row);
      parsed.days.push(result);
    } else {
      const message = `has the date and campaign of row ${earlier}. Add the two up, or leave one out.`;
      parsed.rejected.push({ row, message });
    }
  }
  return parsed;
}

const isUnreadable = (item: unknown): item is { [unreadable]: string } =>
  typeof item === 'object' && item !== null && typeof (item as Record<string, unknown>)[unreadable] === 'string';

/** @returns what is wrong with it, as text */
function parseRow(item: unknown, lastDate: string): CampaignDay | string {
  if (isUnreadable(item)) return item[unreadable];
  const reason = unstorable(item);
  if (reason !== null) return `The row ${reason}`;
  const result = metricsRow.safeParse(item);
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue?.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: not known here`;
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'is not valid'}`.replace(/^: /, '');
  }
  const { date } = result.data;
  if (date < firstDate || date > lastDate) return `date: must be between ${firstDate} and ${lastDate}`;
  return campaignDay(result.data);
}

const campaignDay = ({ date, campaign, spend, revenue, ...row }: MetricsRow): CampaignDay => ({
  date,
  campaignId: campaign,
  campaign,
  currency: row.currency,
  spendMicros: toMicros(spend),
  revenueMicros: toMicros(revenue),
  impressions: row.impressions,
  clicks: row.clicks,
  conversions: Math.round(row.conversions * 1e6) / 1e6,
});
