import type { Schemas } from '../../api/client';

type Point = Schemas['ConfidencePoint'];

const dayMs = 86_400_000;
const mostDays = 730;

export interface ConfidenceDays {
  /** ISO instants at the end of each local day; the last one is now. */
  days: string[];
  /** 0 to 1; null before the first point. */
  values: (number | null)[];
}

/**
 * Returns the confidence at the end of each day of the last two years. A confidence applies until the next one.
 * @param points oldest first
 */
export function confidenceDays(points: readonly Pick<Point, 'at' | 'confidence'>[], now: Date): ConfidenceDays {
  const [first] = points;
  if (first === undefined) return { days: [], values: [] };
  const start = new Date(Math.max(Date.parse(first.at), now.getTime() - mostDays * dayMs));
  const ends: number[] = [];
  for (let end = nextMidnight(start); end.getTime() < now.getTime(); end = nextMidnight(end))
    ends.push(end.getTime() - 1);
  ends.push(now.getTime());
  let next = 0;
  let value: number | null = null;
  const values = ends.map((end) => {
    for (let point = points[next]; point !== undefined && Date.parse(point.at) <= end; point = points[next]) {
      value = point.confidence;
      next += 1;
    }
    return value;
  });
  return { days: ends.map((end) => new Date(end).toISOString()), values };
}

const nextMidnight = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate() + 1);
