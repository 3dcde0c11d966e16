const units: readonly [RegExp, string][] = [
  [/^P(\d+)W$/, 'week'],
  [/^P(\d+)D$/, 'day'],
  [/^PT(\d+)H$/, 'hour'],
  [/^PT(\d+)M$/, 'minute'],
  [/^PT(\d+)S$/, 'second'],
];

/** Returns the number and unit of an ISO 8601 duration with one part, otherwise null. */
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

/** Formats a duration as `3 days`. A duration with several parts stays in ISO 8601. */
export function formatDuration(iso: string): string {
  const read = readDuration(iso);
  return read === null ? iso : `${read.count} ${read.unit}${read.count === 1 ? '' : 's'}`;
}
