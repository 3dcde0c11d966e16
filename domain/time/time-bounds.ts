/** A period as queries compare with it. */
export interface TimeBounds {
  from?: Date | undefined;
  /** Exclusive. */
  before?: Date | undefined;
}

/** @param bounds as `timeBounds` takes them: dates (UTC) or instants, both inclusive */
export const readTimeBounds = ({ from, to }: { from?: string | undefined; to?: string | undefined }): TimeBounds => ({
  from: from === undefined ? undefined : new Date(from),
  before: to === undefined ? undefined : endOf(to),
});

/** The first instant after a bound that is inclusive. */
function endOf(bound: string): Date {
  const isDay = bound.length === 10;
  return new Date(Date.parse(bound) + (isDay ? 86_400_000 : 1));
}
