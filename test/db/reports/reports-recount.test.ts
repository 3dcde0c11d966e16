import fc from 'fast-check';
import type { Database } from '../../../db/connection/pool';
import { rowsOf } from '../../../db/connection/statements';
import { appendLink, findCurrentLink } from '../../../db/identity/identity';
import { summarizePeriod } from '../../../db/reports/analytics-summary';
import { readTimeseries } from '../../../db/reports/analytics-timeseries';
import { countCompletionsByDay } from '../../../db/reports/conversion-days';
import { creditPortion } from '../../../operations/analytics/credit-completions';
import { drainPortion } from '../../../operations/analytics/drain-rollups';
import { readAttribution } from '../../../operations/analytics/read-attribution';
import { readReport } from '../../../operations/analytics/read-report';
import { rebuildRollups } from '../../support/rebuild-rollups';
import type { Channel } from '../../../domain/analytics/channel';
import { attributionModels, type AttributionModel } from '../../../domain/attribution/models';
import { useDatabase } from '../../support/database';
import { deleteHistory, storeHistory, type HistoryEvent } from '../../support/event-history';
import { recount } from '../../support/recount';
import { runs } from '../../support/thorough';
import { createConversion, createWorkspace } from '../../support/workspaces';

/** Reports equal a count of individual events, in any order of events and links. */

const timezone = 'Europe/Berlin';
const dayMs = 86_400_000;
const start = Date.parse('2026-02-20T00:00:00Z');
const visitors = ['v1', 'v2', 'v3', 'v4'];

const database = useDatabase({ poolSize: 4 });

type Step =
  | { do: 'store'; events: Omit<HistoryEvent, 'id'>[] }
  | { do: 'link'; visitor: string; person: string | null }
  | { do: 'delete'; every: number }
  | { do: 'drain' }
  | { do: 'credit'; limit: number };

const events = fc.array(
  fc
    .record({
      minutes: fc.oneof(fc.integer({ min: 0, max: 70 * 24 * 60 }), fc.integer({ min: 43_000, max: 43_200 })),
      visitorId: fc.constantFrom(...visitors),
      type: fc.constantFrom('pageview', 'pageview', 'purchase'),
      channel: fc.constantFrom('direct', 'email', 'paid_search', 'referral', 'internal', null),
      isBot: fc.constantFrom(false, false, false, false, true),
      page: fc.constantFrom('', '?utm_source=news', '?gclid=1'),
    })
    .map(({ minutes, page, ...rest }) => ({
      ...rest,
      url: `https://shop.example/${page}`,
      occurredAt: new Date(start + minutes * 60_000),
      data: { revenue: 1 + (minutes % 9) },
    })),
  { minLength: 1, maxLength: 12 },
);

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: events.map((stored): Step => ({ do: 'store', events: stored })) },
    {
      weight: 3,
      arbitrary: fc
        .tuple(fc.constantFrom(...visitors), fc.constantFrom('eus_1', 'eus_2', null))
        .map(([visitor, person]): Step => ({ do: 'link', visitor, person })),
    },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 4 }).map((every): Step => ({ do: 'delete', every })) },
    { weight: 3, arbitrary: fc.constant<Step>({ do: 'drain' }) },
    { weight: 2, arbitrary: fc.constantFrom(1, 100).map((limit): Step => ({ do: 'credit', limit })) },
  ),
  { minLength: 3, maxLength: 14 },
);

/** The expected contents of a workspace. */
interface Known {
  workspaceId: string;
  events: HistoryEvent[];
  links: Map<string, string | null>;
}

async function createShop(): Promise<Known> {
  const workspaceId = await createWorkspace(database, { timezone });
  await createConversion(database, workspaceId, { eventType: 'purchase', name: 'Purchase' });
  await database('end_users').insert(['eus_1', 'eus_2'].map((id) => ({ workspace_id: workspaceId, id })));
  return { workspaceId, events: [], links: new Map() };
}

let number = 0;

async function take(known: Known, step: Step): Promise<void> {
  const { workspaceId } = known;
  switch (step.do) {
    case 'store': {
      const stored = step.events.map((event) => ({ ...event, id: `e${String((number += 1)).padStart(9, '0')}` }));
      known.events.push(...stored);
      return storeHistory(database, workspaceId, stored);
    }
    case 'link': {
      const { visitor: visitorId, person: endUserId } = step;
      known.links.set(visitorId, endUserId);
      const link = { workspaceId, visitorId, endUserId, strength: 'verified', source: null, actor: 'test' } as const;
      return void (await appendLink(database, link, await findCurrentLink(database, workspaceId, visitorId)));
    }
    case 'delete': {
      const gone = known.events.filter((_, index) => index % step.every === 0).map(({ id }) => id);
      known.events = known.events.filter(({ id }) => !gone.includes(id));
      return deleteHistory(database, workspaceId, gone);
    }
    case 'drain':
      return void (await drainPortion({ database }, workspaceId, { limit: 5 }));
    case 'credit':
      return void (await creditPortion({ database }, workspaceId, step.limit));
  }
}

const weights: Record<AttributionModel, (age: number, index: number, count: number) => number> = {
  first_touch: (_age, index) => Number(index === 0),
  last_touch: (_age, index, count) => Number(index === count - 1),
  linear: () => 1,
  position_based: (_age, index, count) => (index === 0 || index === count - 1 ? 0.4 : 0.2 / Math.max(1, count - 2)),
  time_decay: (age) => Math.exp((-age / 7) * Math.LN2),
};

const inPeriod = ({ occurredAt }: HistoryEvent, { from, to }: { from: string; to: string }): boolean => {
  const day = occurredAt.toLocaleDateString('sv-SE', { timeZone: timezone });
  return from <= day && day <= to;
};

const purchasesOf = (known: Known, period: { from: string; to: string }): HistoryEvent[] =>
  known.events.filter((event) => event.type === 'purchase' && event.isBot !== true && inPeriod(event, period));

function recountCredits(known: Known, model: AttributionModel, period: { from: string; to: string }) {
  const { touches } = recount(known.events, timezone);
  const totals: Record<string, { completions: number; usd: number }> = {};
  for (const { occurredAt, visitorId, data } of purchasesOf(known, period)) {
    const person = known.links.get(visitorId!) ?? null;
    const isOf = (other: string): boolean =>
      other === visitorId || (person !== null && known.links.get(other) === person);
    const ages = touches
      .filter((touch) => isOf(touch.visitor_id) && touch.channel !== 'direct')
      .map(({ channel, at }) => ({ channel, age: (occurredAt.getTime() - at.getTime()) / dayMs }))
      .filter(({ age }) => age >= 0 && age <= 30);
    const counted = ages.length === 0 ? [{ channel: 'direct', age: 0 }] : ages;
    const raw = counted.map(({ age }, index) => weights[model](age, index, counted.length));
    const sum = raw.reduce((total, weight) => total + weight, 0);
    counted.forEach(({ channel }, index) => {
      const total = (totals[channel] ??= { completions: 0, usd: 0 });
      total.completions += raw[index]! / sum;
      total.usd += (raw[index]! / sum) * (data as { revenue: number }).revenue;
    });
  }
  return totals;
}

async function readCredits(known: Known, model: AttributionModel, period: { from: string; to: string }) {
  const { workspaceId } = known;
  const requested = { ...period, workspaceId, timezone, conversionId: null };
  const { channels: credits } = await readAttribution({ database, replica: null }, requested, model);
  return Object.fromEntries(
    [...credits].map(([channel, { completions, revenueMicros }]) => [
      channel,
      { completions, usd: (revenueMicros['USD'] ?? 0) / 1e6 },
    ]),
  );
}

const rounded = (credits: Record<string, { completions: number; usd: number }>): string[] =>
  Object.entries(credits)
    .filter(([, { completions }]) => completions > 0)
    .map(([channel, { completions, usd }]) => `${channel} ${completions.toFixed(6)} ${usd.toFixed(4)}`)
    .sort();

const microsOf = (data: unknown): number => (data as { revenue: number }).revenue * 1e6;

function recountSummary(known: Known, period: { from: string; to: string }) {
  const firsts = new Map<string, Channel>();
  for (const { day, visitor_id, channel } of recount(known.events, timezone).visitors) {
    if (period.from <= day && day <= period.to && !firsts.has(visitor_id)) firsts.set(visitor_id, channel as Channel);
  }
  const purchases = purchasesOf(known, period);
  const channels = [...new Set(firsts.values())].map((channel) => ({
    channel,
    visitors: [...firsts.values()].filter((first) => first === channel).length,
    conversions: purchases.filter(({ visitorId }) => firsts.get(visitorId!) === channel).length,
  }));
  return {
    visitors: firsts.size,
    leads: 0,
    conversions: purchases.length,
    convertingVisitors: new Set(purchases.map(({ visitorId }) => visitorId)).size,
    revenue:
      purchases.length === 0
        ? []
        : [{ currency: 'USD', revenueMicros: purchases.reduce((sum, { data }) => sum + microsOf(data), 0) }],
    channels: channels.sort((a, b) => b.visitors - a.visitors || (a.channel < b.channel ? -1 : 1)),
  };
}

const requestedSeries = [
  { metric: 'conversions', channel: 'email' },
  { metric: 'revenue', channel: null },
  { metric: 'revenue', channel: 'direct' },
  { metric: 'conversion_rate', channel: null },
] as const;

/** Completions per day of a period, their revenue in micros, or the share of visitors with one. */
function recountSeries(
  known: Known,
  period: { from: string; to: string },
  { metric, channel }: { metric: 'conversions' | 'conversion_rate' | 'revenue'; channel: Channel | null },
): Map<string, number> {
  const { visitors: days } = recount(known.events, timezone);
  const series = new Map<string, number>();
  const converted = new Set<string>();
  for (const { occurredAt, visitorId, data } of purchasesOf(known, period)) {
    const day = occurredAt.toLocaleDateString('sv-SE', { timeZone: timezone });
    if (metric === 'conversion_rate') {
      converted.add(`${day} ${visitorId}`);
      const converting = [...converted].filter((one) => one.startsWith(day)).length;
      series.set(day, converting / days.filter((one) => one.day === day).length);
      continue;
    }
    const of = days.find((one) => one.day === day && one.visitor_id === visitorId)?.channel;
    if (channel !== null && channel !== of) continue;
    const value = metric === 'conversions' ? 1 : microsOf(data);
    series.set(day, (series.get(day) ?? 0) + value);
  }
  return series;
}

/** Sums over completions, and over their credits. */
const readSums = async (workspaceId: string): Promise<object[]> => [
  await rowsOf(
    database.raw(
      `select conversion_id, kind, day::text, other_day::text, channel, currency, count, revenue_micros::float8
         from completion_sums where workspace_id = ?
        order by kind, day, other_day, channel, currency`,
      [workspaceId],
    ),
  ),
  await rowsOf(
    database.raw(
      `select conversion_id, model, day::text, channel, currency, credit::text, revenue::text
         from credit_sums where workspace_id = ? and credit <> 0
        order by model, day, channel, currency`,
      [workspaceId],
    ),
  ),
];

test('summary, series and attribution equal a recount, for any period and model', async () => {
  const periods = fc
    .tuple(fc.integer({ min: -2, max: 40 }), fc.integer({ min: 0, max: 80 }))
    .map(([from, days]) => ({ from: dayAt(from), to: dayAt(from + days) }));
  await fc.assert(
    fc.asyncProperty(steps, periods, async (history, period) => {
      const known = await createShop();
      for (const step of history) await take(known, step);
      const requested = { ...period, workspaceId: known.workspaceId, timezone, conversionId: null };
      const report = <Figures>(read: (snapshot: Database) => Promise<Figures>): Promise<Figures> =>
        readReport({ database, replica: null }, known.workspaceId, read);
      const { leads: _leads, ...summary } = await report((snapshot) => summarizePeriod(snapshot, requested));
      const { leads: _none, ...expected } = recountSummary(known, period);
      expect(summary).toEqual(expected);
      for (const one of requestedSeries) {
        const series = await report((snapshot) => readTimeseries(snapshot, requested, { ...one, currency: null }));
        expect({ ...one, series }).toEqual({ ...one, series: recountSeries(known, period, one) });
      }
      const days = await report((snapshot) => countCompletionsByDay(snapshot, requested, null));
      const byDay = new Map<string, number>();
      for (const { date, completions } of days) byDay.set(date, (byDay.get(date) ?? 0) + completions);
      const counted = { metric: 'conversions', channel: null } as const;
      expect(byDay).toEqual(recountSeries(known, period, counted));
      for (const model of attributionModels) {
        const credits = await readCredits(known, model, period);
        expect({ model, credits: rounded(credits) }).toEqual({
          model,
          credits: rounded(recountCredits(known, model, period)),
        });
      }
      const sums = await readSums(known.workspaceId);
      await rebuildRollups(database, known.workspaceId);
      expect(sums).toEqual(await readSums(known.workspaceId));
    }),
    { numRuns: runs(8, 100) },
  );
});

const dayAt = (days: number): string => new Date(start + days * dayMs).toISOString().slice(0, 10);
