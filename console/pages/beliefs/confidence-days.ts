import type { Schemas } from '../../api/client';

type Point = Schemas['ConfidencePoint'];

const maxDays = 730;

export interface ConfidenceDays {
  /** Dates in the timezone of the browser, up to today. */
  days: string[];
  /** The confidence at the end of each day, or now for today, 0 to 1. */
  values: number[];
}

/**
 * Returns the confidence of each day since the first point, at most of the last two years. A confidence applies until the
 * next one.
 * @param points oldest first
 */
export function confidenceDays(points: readonly Pick<Point, 'at' | 'confidence'>[], now: Date): ConfidenceDays {
  const [first] = points;
  if (first === undefined) return { days: [], values: [] };
  const lastOfDay = new Map(points.map(({ at, confidence }) => [localDate(new Date(at)), confidence]));
  const days: string[] = [];
  const values: number[] = [];
  let value = first.confidence;
  for (let day = new Date(first.at); localDate(day) <= localDate(now); day = nextDay(day)) {
    value = lastOfDay.get(localDate(day)) ?? value;
    days.push(localDate(day));
    values.push(value);
  }
  return { days: days.slice(-maxDays), values: values.slice(-maxDays) };
}

/** Returns the date of an instant in the timezone of the browser, ISO 8601. */
export const localDate = (at: Date): string =>
  [
    String(at.getFullYear()).padStart(4, '0'),
    ...[at.getMonth() + 1, at.getDate()].map((part) => String(part).padStart(2, '0')),
  ].join('-');

const nextDay = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
