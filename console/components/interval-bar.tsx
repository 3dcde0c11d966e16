interface Props {
  interval: readonly [number, number];
  point: number | null;
  /** The values at the left and right edge. */
  scale: readonly [number, number];
}

const width = 160;
const margin = 6;

/** Draws an interval on a shared scale. The dashed line is 0. The numbers are shown next to it. */
export function IntervalBar({ interval, point, scale: [from, to] }: Props) {
  const at = (value: number): number => {
    const share = (value - from) / (to - from || 1);
    return margin + Math.min(1, Math.max(0, share)) * (width - 2 * margin);
  };
  return (
    <svg className="interval" viewBox={`0 0 ${width} 18`} aria-hidden="true" focusable="false">
      <line className="axis" x1={margin} x2={width - margin} y1="9" y2="9" />
      {from < 0 && to > 0 && <line className="zero" x1={at(0)} x2={at(0)} y1="1" y2="17" />}
      <line className="range" x1={at(interval[0])} x2={at(interval[1])} y1="9" y2="9" />
      {point !== null && <circle className="point" cx={at(point)} cy="9" r="4" />}
    </svg>
  );
}

/** The scale that includes all intervals and 0. */
export function scaleOf(
  intervals: readonly (readonly [number, number] | null | undefined)[],
): readonly [number, number] {
  const ends = intervals.flatMap((interval) => interval ?? []);
  return [Math.min(0, ...ends), Math.max(0, ...ends)];
}
