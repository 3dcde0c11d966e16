import type { Database } from '../../db/connection/pool';
import { rowsOf } from '../../db/connection/statements';

interface CompletionCount {
  /** Number of matched events. */
  completions: number;
  /** Visitors, and people named without a visitor. */
  subjects: number;
  /** Whole micros in each currency, by its code. */
  revenue: { currency: string; micros: bigint }[];
}

/**
 * Counts the completions of a conversion in a range of event time, including `from` and excluding `to`; either may be
 * open. Equals a recount of the events after `drainRollups`.
 */
export async function countCompletions(
  database: Database,
  workspaceId: string,
  conversionId: string,
  { from, to }: { from?: Date; to?: Date } = {},
): Promise<CompletionCount> {
  const values = {
    workspaceId,
    conversionId,
    from: from?.toISOString() ?? '-infinity',
    to: to?.toISOString() ?? 'infinity',
  };
  const span = `from completions where workspace_id = :workspaceId and conversion_id = :conversionId
    and occurred_at >= cast(:from as timestamptz) and occurred_at < cast(:to as timestamptz)`;
  const [count] = await rowsOf<{ completions: number; subjects: number }>(
    database.raw(
      `select count(*)::int as completions, count(distinct coalesce(visitor_id, end_user_id, event_id))::int as subjects ${span}`,
      values,
    ),
  );
  const revenue = await rowsOf<{ currency: string; micros: string }>(
    database.raw(
      `select currency, sum(revenue_micros)::text as micros ${span} and currency is not null group by 1 order by 1`,
      values,
    ),
  );
  return {
    completions: count?.completions ?? 0,
    subjects: count?.subjects ?? 0,
    revenue: revenue.map(({ currency, micros }) => ({ currency, micros: BigInt(micros) })),
  };
}
