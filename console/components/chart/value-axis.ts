import { scaleLinear } from 'd3-scale';

export interface ValueAxis {
  ticks: readonly { share: number; label: string }[];
  /** Returns the position of a value: 0 at the start of the axis, 1 at its end. */
  shareOf: (value: number) => number;
}

interface Options {
  format: (value: number) => string;
  /** The approximate number of ticks. */
  count?: number;
  /** The approximate number of steps that the ends are rounded to. */
  steps?: number;
  /** Fixed ends. Without them, the axis includes 0 and ends at round values. */
  ends?: readonly [number, number] | undefined;
}

/** Returns an axis with round ticks. If all values are whole numbers, so are the ticks. */
export function valueAxis(values: readonly number[], { format, count = 4, steps = count, ends }: Options): ValueAxis {
  const isWhole = values.every(Number.isInteger);
  const low = ends?.[0] ?? Math.min(0, ...values);
  const high = ends?.[1] ?? Math.max(0, ...values);
  const scale = scaleLinear([low, low === high ? low + 1 : high], [0, 1]);
  if (ends === undefined) scale.nice(steps);
  const labels = new Set<string>();
  const ticks = scale.ticks(count).flatMap((value) => {
    const label = format(value);
    if ((isWhole && !Number.isInteger(value)) || labels.has(label)) return [];
    labels.add(label);
    return [{ share: scale(value), label }];
  });
  return { ticks, shareOf: (value) => scale(value) };
}
