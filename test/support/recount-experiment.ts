import { DateTime } from 'luxon';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';
import { moneyOf } from '../../domain/conversions/money';
import type { JsonObject } from '../../domain/json/schemas';

/** The fields of an event that experiments read. */
export interface CountedEvent {
  id: string;
  occurredAt: Date;
  receivedAt: Date;
  visitorId: string | null;
  type: string;
  data: JsonObject;
  isBot: boolean;
  channel: string | null;
  device: string | null;
}

/** The settings for a visitor's value of a metric. */
export interface MetricQuery {
  /** Types of the events that count; several for all conversions. */
  types: readonly string[];
  of: 'conversion' | 'count' | 'revenue';
  denominator: readonly string[] | null;
  /** Occurrences, or major units. */
  cap: number | null;
  windowDays: number | null;
  hasPrior: boolean;
}

/** The settings for the counts of an experiment. */
export interface RecountQuery {
  experimentId: string;
  variantIds: readonly string[];
  endedAt: Date | null;
  /** Each applies from its time on, in order. */
  allocations: readonly { number: number; at: Date }[];
  /** By key. */
  metrics: Readonly<Record<string, MetricQuery>>;
  timezone: string;
  baseCurrency: string | null;
  /** In the order of their dates. */
  rates: readonly { currency: string; date: string; rate: number }[];
}

const sorted = <Row>(rows: Iterable<Row>): Row[] =>
  [...rows].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1));

const hour = 3_600_000;
const day = 24 * hour;

/** Rounds half away from zero, as PostgreSQL rounds `numeric`. */
const rounded = (value: number): number => Math.sign(value) * Math.round(Math.abs(value));

type Figures = Record<string, number>;

/** Sums by key. Zero sums are left out. */
class Sums {
  private readonly rows = new Map<string, Figures>();

  add(key: readonly (string | number)[], figures: Figures): void {
    const row = this.rows.get(key.join(' ')) ?? {};
    this.rows.set(key.join(' '), row);
    for (const [name, figure] of Object.entries(figures)) row[name] = (row[name] ?? 0) + figure;
  }

  sorted = () =>
    sorted([...this.rows].filter(([, row]) => Object.values(row).some(Boolean)).map(([key, row]) => ({ key, ...row })));
}

/** Returns the expected sums of an experiment, calculated event by event. */
export function recountExperiment(events: readonly CountedEvent[], query: RecountQuery) {
  const { experimentId, variantIds, endedAt, allocations, timezone } = query;
  const sums = { exposures: new Sums(), segments: new Sums(), outcomes: new Sums() };
  const dayOf = (time: Date): string => DateTime.fromJSDate(time, { zone: timezone }).toISODate()!;
  const ofPeople = events
    .filter(({ isBot, visitorId }) => !isBot && visitorId !== null)
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime() || (a.id < b.id ? -1 : 1));
  for (const visitor of new Set(ofPeople.map(({ visitorId }) => visitorId))) {
    const all = ofPeople.filter(({ visitorId }) => visitorId === visitor);
    const theirs = all.filter(({ occurredAt }) => !endedAt || occurredAt <= endedAt);
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
    const inForce = allocations.filter(({ at }) => at <= first.occurredAt).at(-1) ?? allocations[0];
    const from = first.occurredAt.getTime() - 14 * day;
    const before = theirs.slice(0, theirs.indexOf(first)).filter(({ occurredAt }) => occurredAt.getTime() >= from);
    const isDelayed = first.receivedAt.getTime() - first.occurredAt.getTime() > hour;
    sums.exposures.add([dayOf(first.occurredAt), variant, inForce?.number ?? 0], {
      exposures: Number(!crossed),
      crossovers: Number(crossed),
      withPast: Number(!crossed && before.length > 0),
      delayed: Number(!crossed && isDelayed),
    });
    if (crossed) continue;
    const segments = segmentsOf(all, first, dayOf);
    for (const [dimension, segment] of segments) {
      sums.segments.add([dimension, segment, variant], { exposures: 1, withPast: Number(before.length > 0) });
    }
    for (const [key, metric] of Object.entries(query.metrics)) {
      const after = theirs.slice(theirs.indexOf(first) + 1);
      const figures = figuresOf(metric, { after, before, exposedAt: first.occurredAt }, query, dayOf);
      if (figures === null) continue;
      const { firstAt, isConverted, currency, value, denominator, prior } = figures;
      const onDay: [string, string] = ['day', firstAt === null ? '' : dayOf(firstAt)];
      for (const [dimension, segment] of [onDay, ...segments]) {
        sums.outcomes.add([key, dimension, segment, variant, currency], {
          visitors: Number(isConverted),
          value,
          squares: value * value,
          denominator,
          prior,
          denominatorSquares: denominator * denominator,
          denominatorProducts: value * denominator,
          priorSquares: prior * prior,
          priorProducts: value * prior,
        });
      }
    }
  }
  return {
    exposures: sums.exposures.sorted(),
    segments: sums.segments.sorted(),
    outcomes: sums.outcomes.sorted(),
  };
}

/**
 * Returns the segments by channel, device, and new or returning visitor. @param all of the visitor's events, in order
 */
function segmentsOf(
  all: readonly CountedEvent[],
  { occurredAt: exposedAt, device }: CountedEvent,
  dayOf: (time: Date) => string,
): [dimension: string, segment: string][] {
  const exposedOn = dayOf(exposedAt);
  const sameDay = all.filter(({ occurredAt }) => dayOf(occurredAt) === exposedOn);
  const isReturning = all.some(({ occurredAt }) => dayOf(occurredAt) < exposedOn);
  return [
    ['channel', sameDay.find(({ channel }) => channel !== null)?.channel ?? 'direct'],
    ['device', device ?? ''],
    ['returning', isReturning ? 'returning' : 'new'],
  ];
}

interface Around {
  after: readonly CountedEvent[];
  before: readonly CountedEvent[];
  exposedAt: Date;
}

/** Returns a visitor's values of a metric; null if there are none. */
function figuresOf(metric: MetricQuery, around: Around, query: RecountQuery, dayOf: (time: Date) => string) {
  const { types, of, denominator: below, cap, windowDays, hasPrior } = metric;
  const until = windowDays === null ? Infinity : around.exposedAt.getTime() + windowDays * day;
  const inWindow = around.after.filter(({ occurredAt }) => occurredAt.getTime() <= until);
  const amountOf = (event: CountedEvent) => {
    const { revenueMicros, currency } = moneyOf(event.data);
    if (revenueMicros === null || currency === null) return null;
    const { baseCurrency, rates } = query;
    const rate =
      baseCurrency === null || currency === baseCurrency
        ? undefined
        : rates.filter((one) => one.currency === currency && one.date <= dayOf(event.occurredAt)).at(-1)?.rate;
    return rate === undefined
      ? { at: event.occurredAt, currency, micros: Number(revenueMicros) }
      : { at: event.occurredAt, currency: baseCurrency!, micros: rounded(Number(revenueMicros) * rate) };
  };
  const amountsOf = (events: readonly CountedEvent[]) => events.flatMap((event) => amountOf(event) ?? []);
  const total = (amounts: readonly { micros: number }[]) => amounts.reduce((sum, { micros }) => sum + micros, 0);
  const capped = (value: number) => (cap === null ? value : Math.min(value, of === 'revenue' ? cap * 1e6 : cap));
  const counted = inWindow.filter(({ type }) => types.includes(type));
  const past = hasPrior ? around.before.filter(({ type }) => types.includes(type)) : [];
  const amounts = amountsOf(counted);
  const currencies = new Set(amounts.map(({ currency }) => currency));
  const comparable = amountsOf(past).filter(
    ({ currency }) => query.baseCurrency === null || currency === query.baseCurrency,
  );
  const figure = (events: readonly CountedEvent[], money: readonly { micros: number }[]): number =>
    of === 'revenue' ? total(money) : of === 'count' ? events.length : Math.min(1, events.length);
  const divided = below === null ? [] : inWindow.filter(({ type }) => below.includes(type));
  const times = [...(of === 'revenue' ? amounts.map(({ at }) => at) : counted.map(({ occurredAt }) => occurredAt))];
  const all = [...times, ...divided.map(({ occurredAt }) => occurredAt)].map((time) => time.getTime());
  const prior = past.length === 0 ? 0 : capped(figure(past, comparable));
  if (all.length === 0 && prior === 0) return null;
  return {
    firstAt: all.length === 0 ? null : new Date(Math.min(...all)),
    // An event that only counts for a ratio's denominator is not a conversion.
    isConverted: times.length > 0,
    currency: of !== 'revenue' ? '' : currencies.size > 1 ? '*' : ([...currencies][0] ?? ''),
    value: counted.length === 0 ? 0 : capped(figure(counted, amounts)),
    denominator: divided.length,
    prior,
  };
}

type Row = { key: string } & Figures;

/** Returns the stored sums in the same form. */
export async function readExperimentSums(database: Database, workspaceId: string, experimentId: string) {
  const read = async (statement: string): Promise<object[]> => {
    const rows = await rowsOf<Row>(
      database.raw(`${statement} where workspace_id = ? and experiment_id = ?`, [workspaceId, experimentId]),
    );
    return sorted(rows.filter(({ key: _, ...figures }) => Object.values(figures).some(Boolean)));
  };
  return {
    exposures: await read(
      `select concat_ws(' ', day, variant_id, allocation) as key, exposures, crossovers, with_past as "withPast", delayed
         from experiment_exposure_days`,
    ),
    segments: await read(
      `select concat_ws(' ', dimension, segment, variant_id) as key, exposures, with_past as "withPast"
         from experiment_exposure_segments`,
    ),
    outcomes: await read(
      `select concat_ws(' ', metric, dimension, segment, variant_id, currency) as key, visitors, value::float8 as value,
              value_squares::float8 as squares, denominator::float8 as denominator, prior::float8 as prior,
              denominator_squares::float8 as "denominatorSquares", denominator_products::float8 as "denominatorProducts",
              prior_squares::float8 as "priorSquares", prior_products::float8 as "priorProducts"
         from experiment_outcome_sums`,
    ),
  };
}

/** Returns the events of a workspace that are stored now. */
export const readCountedEvents = (database: Database, workspaceId: string): Promise<CountedEvent[]> =>
  rowsOf<CountedEvent>(
    database.raw(
      `select id, occurred_at as "occurredAt", received_at as "receivedAt", visitor_id as "visitorId", type, data,
              is_bot as "isBot", channel, device
         from events where workspace_id = ?`,
      [workspaceId],
    ),
  );
