import { between, pick, pickWeighted, seededRandom, type Random } from './random';
import {
  hours,
  magazine,
  pages,
  products,
  returnSources,
  sources,
  timezone,
  weekdays,
  type Product,
  type Source,
} from './shop';
import type { Device } from '../../domain/events/device';

/** Days of history, with today. */
export const historyDays = 90;
/** Visitors within the history, without those of the magazine. */
const historyVisitors = 20_000;
/** The day before yesterday. */
const magazineDay = -2;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const returningShare = 0.26;

/** A visit to the shop before it is decided what the visitor does there. */
export interface Visit {
  visitorId: string;
  /** Milliseconds since the epoch. */
  at: number;
  source: Source;
  /** The pages after the first one. */
  paths: string[];
  /** The product that the visitor looks at, if any. */
  product: Product | null;
  device: Device;
}

/** Returns midnight, UTC, of a date by its distance from today's date in the shop's timezone. */
export const startOfDay = (now: Date, day: number): number =>
  // This locale writes dates as ISO 8601.
  Date.parse(now.toLocaleDateString('en-CA', { timeZone: timezone })) + day * dayMs;

/**
 * Plans all visits of the history in the order of time: more from week to week, fewer on some days of the week, and some
 * visitors come back. The same `now` gives the same visits.
 */
export function planVisits(now: Date, visitors = historyVisitors): Visit[] {
  const random = seededRandom('visits of the demo shop');
  const visits: Visit[] = [];
  const counts = visitorsByDay(now, random, visitors);
  for (const [index, count] of counts.entries()) {
    const day = index - historyDays + 1;
    const start = startOfDay(now, day);
    for (let number = 0; number < count; number += 1) visits.push(...visitsOf(random, start));
    if (day !== magazineDay) continue;
    for (let number = 0; number < count * 1.2; number += 1)
      visits.push(visitBy(random, newVisitor(random), start, magazine));
  }
  return visits.filter(({ at }) => at < now.getTime() - 15 * 60_000).sort((one, other) => one.at - other.at);
}

function visitorsByDay(now: Date, random: Random, visitors: number): number[] {
  const weights = Array.from({ length: historyDays }, (_, index) => {
    const weekday = new Date(startOfDay(now, index - historyDays + 1)).getUTCDay();
    const growth = 0.75 + (0.55 * index) / historyDays;
    return growth * (weekdays[weekday] ?? 1) * (0.94 + 0.12 * random());
  });
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => Math.round((visitors * weight) / sum));
}

/** Returns all visits of a new visitor. */
function visitsOf(random: Random, start: number): Visit[] {
  const visitor = newVisitor(random);
  const visits = [visitBy(random, visitor, start, pickWeighted(random, sources))];
  if (random() >= returningShare) return visits;
  let day = start;
  for (let left = between(random, 1, 3); left > 0; left -= 1) {
    day += between(random, 1, 9) * dayMs;
    visits.push(visitBy(random, visitor, day, pickWeighted(random, returnSources)));
  }
  return visits;
}

type Visitor = Pick<Visit, 'visitorId' | 'device'>;

export const newVisitor = (random: Random): Visitor => ({
  visitorId: `v-${Array.from({ length: 4 }, () => between(random, 0x1000, 0xffff).toString(16)).join('')}`,
  device: pickWeighted(random, devices).device,
});

const devices = [
  { device: 'mobile', weight: 58 },
  { device: 'desktop', weight: 36 },
  { device: 'tablet', weight: 6 },
] as const;

const hourWeights = hours.map((weight, hour) => ({ hour, weight }));

/** Plans a visit at some time of a day. */
function visitBy(random: Random, visitor: Visitor, day: number, source: Source): Visit {
  const at = day + (pickWeighted(random, hourWeights).hour + random()) * hourMs;
  return visitAt(random, visitor, at, source);
}

export function visitAt(random: Random, visitor: Visitor, at: number, source: Source): Visit {
  const landing = products.find(({ path }) => source.landing.startsWith(path));
  const product = landing ?? (random() < 0.58 ? pickWeighted(random, products) : null);
  const paths: string[] = [];
  while (random() < 0.42 && paths.length < 4) paths.push(pick(random, pages));
  if (product !== null && landing === undefined) paths.push('/products', product.path);
  return { ...visitor, at: Math.round(at), source, paths, product };
}
