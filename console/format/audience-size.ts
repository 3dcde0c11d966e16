import { countOf, formatCount } from './number';

interface Size {
  count: number;
  low: number;
  high: number;
  complete: boolean;
}

/** Formats the size of an audience: `12 people`, or of an estimate `about 12,000 people (11,200 to 12,900)`. */
export function formatSize({ count, low, high, complete }: Size): string {
  if (complete) return countOf(count, 'person', 'people');
  return `about ${countOf(count, 'person', 'people')} (${formatCount(low)} to ${formatCount(high)})`;
}
