/** A period for queries. */
export interface TimeBounds {
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
}

/** @param bounds in the form of `timeBounds`: dates (UTC) or instants, both inclusive */
export const readTimeBounds = ({ from, to }: { from?: string | undefined; to?: string | undefined }): TimeBounds => ({
  from: from === undefined ? undefined : storable(Date.parse(from)),
  before: to === undefined ? undefined : storable(endOf(to)),
});

/** The years 1 to 9999. No data is stored for other years, and PostgreSQL cannot parse their dates. */
const [firstMs, lastMs] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

interface Years {
  first: number;
  last: number;
}

export const storableYears: Years = { first: 1, last: 9999 };

/** Leaves room for times computed from another: the start of a window, the end of a period, another timezone. */
export const roomyYears: Years = { first: 1900, last: 9998 };

/**
 * Checks whether a date or instant is within these years, in UTC. Text that is neither passes, because its format is
 * refused elsewhere.
 */
export function isOfYears(text: string, { first, last }: Years): boolean {
  const year = new Date(text).getUTCFullYear();
  return Number.isNaN(year) || (year >= first && year <= last);
}

const storable = (ms: number): Date => new Date(Math.min(lastMs, Math.max(firstMs, ms)));

/** Returns the first instant after an inclusive bound. */
function endOf(bound: string): number {
  const isDay = bound.length === 10;
  return Date.parse(bound) + (isDay ? 86_400_000 : 1);
}
