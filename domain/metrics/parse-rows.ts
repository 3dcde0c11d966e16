import { describeIssue } from '../describe-issue';
import { unstorable } from '../json/storable';
import { toMicros, type CampaignDay } from './figures';
import { metricsRow, type MetricsRow } from './schemas';

export interface RejectedRow {
  /** Starts at 1. */
  row: number;
  message: string;
}

export interface ParsedRows {
  days: CampaignDay[];
  rejected: RejectedRow[];
}

/** The field with the reason why a row could not be read. No accepted column or field has this name. */
const unreadable = '\0unreadable';

/**
 * Returns a placeholder for a row that could not be read, with the reason. It is a plain object, so that it can be sent
 * to a worker thread.
 */
export const unreadableRow = (message: string): object => ({ [unreadable]: message });

const firstDate = '2000-01-01';

/**
 * Parses the rows of an import one by one: an invalid row is reported and does not affect the others. A campaign may
 * have only one row per day, because two rows could be parts of a day or versions of it.
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
      const message = `has the same date and campaign as row ${earlier}. Add the two up, or remove one.`;
      parsed.rejected.push({ row, message });
    }
  }
  return parsed;
}

const isUnreadable = (item: unknown): item is { [unreadable]: string } =>
  typeof item === 'object' && item !== null && typeof (item as Record<string, unknown>)[unreadable] === 'string';

/**
 * Parses one row.
 * @returns the problem as text if the row is invalid
 */
function parseRow(item: unknown, lastDate: string): CampaignDay | string {
  if (isUnreadable(item)) return item[unreadable];
  const reason = unstorable(item);
  if (reason !== null) return `The row ${reason}`;
  const result = metricsRow.safeParse(item, { error: describeIssue });
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue?.code === 'unrecognized_keys') return `${issue.keys.join(', ')}: is not a known field`;
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
