import { area, line } from 'd3-shape';
import { noStyle, type SeriesStyle } from './series';
import type { TimePlan } from './time-plan';

/** The shapes of the series: bands below areas, areas below bars, lines on top. */
export function TimeSeries({ plan, styles }: { plan: TimePlan; styles: readonly SeriesStyle[] }) {
  const indexes = plan.series.map((_one, index) => index);
  const kindOf = (index: number): string => plan.series[index]?.kind ?? 'line';
  const draw = (isDrawn: (index: number) => boolean, Shape: typeof Band) =>
    indexes
      .filter(isDrawn)
      .map((index) => (
        <Shape key={plan.series[index]?.id} plan={plan} index={index} style={styles[index] ?? noStyle} />
      ));
  return (
    <>
      {draw((index) => kindOf(index) !== 'bar', Band)}
      {draw((index) => kindOf(index) === 'area', Area)}
      {draw((index) => kindOf(index) === 'bar', Bars)}
      {draw((index) => kindOf(index) !== 'bar', Line)}
    </>
  );
}

interface ShapeProps {
  plan: TimePlan;
  index: number;
  style: SeriesStyle;
}

type Range = readonly [number, number] | null;

const areaOf = (plan: TimePlan, ranges: readonly Range[]): string =>
  area<Range>()
    .defined((range) => range !== null)
    .x((_range, day) => plan.time.positions[day] ?? 0)
    .y0((range) => plan.yOf(range?.[0] ?? 0))
    .y1((range) => plan.yOf(range?.[1] ?? 0))(ranges) ?? '';

function Band({ plan, index, style }: ShapeProps) {
  const band = plan.series[index]?.band;
  return band === undefined ? null : <path className={`chart-band ${style.className}`} d={areaOf(plan, band)} />;
}

function Area({ plan, index, style }: ShapeProps) {
  return <path className={`chart-area ${style.className}`} d={areaOf(plan, plan.layers[index] ?? [])} />;
}

function Line({ plan, index, style: { className, dash } }: ShapeProps) {
  const layer = plan.layers[index] ?? [];
  const path = line<Range>()
    .defined((range) => range !== null)
    .x((_range, day) => plan.time.positions[day] ?? 0)
    .y((range) => plan.yOf(range?.[1] ?? 0))(layer);
  return (
    <g className={className}>
      <path className="chart-line" d={path ?? ''} strokeDasharray={dash} />
      {layer.map((range, day) => {
        const isAlone = range !== null && (layer[day - 1] ?? null) === null && (layer[day + 1] ?? null) === null;
        if (!isAlone) return null;
        return <circle key={day} className="chart-point" cx={plan.time.positions[day]} cy={plan.yOf(range[1])} r="3" />;
      })}
    </g>
  );
}

const widestBar = 48;

function Bars({ plan, index, style: { className } }: ShapeProps) {
  const { series, layers, time, yOf } = plan;
  // A bar that starts at 0 has a place of its own in each slot; a bar on top of another has the same place.
  const bars = series.flatMap(({ kind }, at) => (kind === 'bar' ? [at] : []));
  const isStacked = bars.some((at) => layers[at]?.some((range) => range !== null && range[0] !== 0));
  const count = isStacked ? 1 : bars.length;
  const width = Math.max(1, Math.min(widestBar, (time.slot * 0.72) / count));
  const offset = isStacked ? -width / 2 : (bars.indexOf(index) - count / 2) * width;
  const gap = count > 1 && width > 4 ? 1 : 0;
  return (
    <g className={className}>
      {layers[index]?.map((range, day) => {
        if (range === null) return null;
        const [x, y] = [(time.positions[day] ?? 0) + offset, yOf(Math.max(...range))];
        const interval = series[index]?.band?.[day] ?? null;
        return (
          <g key={day}>
            <rect
              className="chart-bar"
              x={x}
              y={y}
              width={width - gap}
              height={Math.abs(yOf(range[0]) - yOf(range[1]))}
            />
            {interval !== null && (
              <line
                className="chart-whisker"
                x1={x + width / 2}
                x2={x + width / 2}
                y1={yOf(interval[0])}
                y2={yOf(interval[1])}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}
