const units: readonly [RegExp, string][] = [
  [/^P(\d+)W$/, 'week'],
  [/^P(\d+)D$/, 'day'],
  [/^PT(\d+)H$/, 'hour'],
  [/^PT(\d+)M$/, 'minute'],
  [/^PT(\d+)S$/, 'second'],
];

/** The number and unit of an ISO 8601 duration of one part; null for any other. */
export function readDuration(iso: string): { count: number; unit: string } | null {
  for (const [pattern, unit] of units) {
    const [, count] = pattern.exec(iso) ?? [];
    if (count !== undefined) return { count: Number(count), unit };
  }
  return null;
}

const written: Record<string, (count: number) => string> = {
  week: (count) => `P${count}W`,
  day: (count) => `P${count}D`,
  hour: (count) => `PT${count}H`,
  minute: (count) => `PT${count}M`,
  second: (count) => `PT${count}S`,
};

export const durationUnits = Object.keys(written).reverse();

export const writeDuration = ({ count, unit }: { count: number; unit: string }): string =>
  (written[unit] ?? ((number: number) => `P${number}D`))(count);

/** `3 days`; what has several parts stays as it is. */
export function formatDuration(iso: string): string {
  const read = readDuration(iso);
  return read === null ? iso : `${read.count} ${read.unit}${read.count === 1 ? '' : 's'}`;
}
