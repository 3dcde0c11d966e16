import { DateTime } from 'luxon';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';
import { moneyOf } from '../../domain/conversions/money';
import type { JsonObject } from '../../domain/json/schemas';

/** An event as far as experiments read it. */
export interface CountedEvent {
  id: string;
  occurredAt: Date;
  visitorId: string | null;
  type: string;
  data: JsonObject;
  isBot: boolean;
}

/** What the counts of an experiment are to follow from. */
export interface RecountQuery {
  experimentId: string;
  variantIds: readonly string[];
  endedAt: Date | null;
  /** Days of 24 hours after the exposure; null for no end. */
  windowDays: number | null;
  /** In force from their times on, in order. */
  allocations: readonly { number: number; at: Date }[];
  /** By key, the type of the events that convert; several for all conversions. */
  metrics: Readonly<Record<string, readonly string[]>>;
  timezone: string;
}

const sorted = <Row>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

/** What the sums of an experiment have to be, from its events, one by one. */
export function recountExperiment(events: readonly CountedEvent[], query: RecountQuery) {
  const { experimentId, variantIds, endedAt, windowDays, allocations, metrics, timezone } = query;
  const exposureDays = new Map<string, { key: string; exposures: number; crossovers: number }>();
  const metricDays = new Map<string, { key: string; visitors: number; revenue: number; squares: number }>();
  const dayOf = (time: Date): string => DateTime.fromJSDate(time, { zone: timezone }).toISODate()!;
  const counting = events
    .filter(({ isBot, visitorId, occurredAt }) => !isBot && visitorId !== null && (!endedAt || occurredAt <= endedAt))
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1));
  for (const visitor of new Set(counting.map(({ visitorId }) => visitorId))) {
    const theirs = counting.filter(({ visitorId }) => visitorId === visitor);
    const exposures = theirs.filter(
      ({ type, data }) =>
        type === 'experiment_exposure' &&
        data['experimentId'] === experimentId &&
        variantIds.includes(data['variantId'] as string),
    );
    const [first] = exposures;
    if (first === undefined) continue;
    const variant = first.data['variantId'] as string;
    const crossed = exposures.some(({ data }) => data['variantId'] !== variant);
    const before = allocations.filter(({ at }) => at <= first.occurredAt).at(-1) ?? allocations[0];
    const key = [dayOf(first.occurredAt), variant, before?.number ?? 0].join(' ');
    const sum = exposureDays.get(key) ?? { key, exposures: 0, crossovers: 0 };
    exposureDays.set(key, sum);
    sum[crossed ? 'crossovers' : 'exposures'] += 1;
    if (crossed) continue;
    const until = windowDays === null ? Infinity : first.occurredAt.getTime() + windowDays * 86_400_000;
    for (const [metric, types] of Object.entries(metrics)) {
      const after = theirs
        .slice(theirs.indexOf(first) + 1)
        .filter(({ type, occurredAt }) => types.includes(type) && occurredAt.getTime() <= until);
      if (after.length === 0) continue;
      const amounts = after.map(({ data }) => moneyOf(data)).filter(({ currency }) => currency !== null);
      const currency = amounts[0]?.currency ?? '';
      const revenue = amounts
        .filter((amount) => amount.currency === currency)
        .reduce((total, { revenueMicros }) => total + Number(revenueMicros), 0);
      const day = [metric, dayOf(after[0]!.occurredAt), variant, currency].join(' ');
      const converted = metricDays.get(day) ?? { key: day, visitors: 0, revenue: 0, squares: 0 };
      metricDays.set(day, converted);
      converted.visitors += 1;
      converted.revenue += revenue;
      converted.squares += revenue * revenue;
    }
  }
  return { exposures: sorted(exposureDays.values()), metrics: sorted(metricDays.values()) };
}

/** The sums that are kept, in the same form. */
export async function readExperimentSums(database: Database, workspaceId: string, experimentId: string) {
  const exposures = await rowsOf<{ key: string; exposures: number; crossovers: number }>(
    database.raw(
      `select concat_ws(' ', day, variant_id, allocation) as key, exposures, crossovers from experiment_exposure_days
        where workspace_id = ? and experiment_id = ? and (exposures, crossovers) <> (0, 0)`,
      [workspaceId, experimentId],
    ),
  );
  const metrics = await rowsOf<{ key: string; visitors: number; revenue: number; squares: number }>(
    database.raw(
      `select concat_ws(' ', metric, day, variant_id, currency) as key, visitors, revenue_micros::float8 as revenue,
              revenue_squares::float8 as squares from experiment_metric_days
        where workspace_id = ? and experiment_id = ? and (visitors, revenue_micros, revenue_squares) <> (0, 0, 0)`,
      [workspaceId, experimentId],
    ),
  );
  return { exposures: sorted(exposures), metrics: sorted(metrics) };
}

/** The events of a workspace that are stored now. */
export const readCountedEvents = (database: Database, workspaceId: string): Promise<CountedEvent[]> =>
  rowsOf<CountedEvent>(
    database.raw(
      `select id, occurred_at as "occurredAt", visitor_id as "visitorId", type, data, is_bot as "isBot"
         from events where workspace_id = ?`,
      [workspaceId],
    ),
  );
