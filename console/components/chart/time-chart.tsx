import { useId, useMemo, type PointerEvent } from 'react';
import { formatCount } from '../../format/number';
import { datedMarks, describeReadOut, readOut, timeTable, type Mark, type TimeData } from './chart-data';
import { ChartFrame, Swatch } from './chart-frame';
import { noStyle, styleSeries, type Series, type SeriesStyle } from './series';
import { nearestIndex, planTimeChart, type TimePlan } from './time-plan';
import { TimeSeries } from './time-series';
import { useReadOut } from './use-read-out';
import { useWidth } from './use-width';

interface Props {
  /** The accessible name, and the name of the CSV file. */
  title: string;
  /** ISO dates, or ISO instants for other steps, in ascending order. */
  days: readonly string[];
  series: readonly Series[];
  /** Stacks areas and bars. */
  stacked?: boolean;
  format?: (value: number) => string;
  /** What the values count, such as `visitors`. */
  unit?: string;
  /** In pixels. */
  height?: number;
  /** Vertical lines for what happened, such as a publication. */
  marks?: readonly Mark[];
  /** The IANA timezone of days that are dates. It gives marks at instants their date. */
  timezone?: string;
  /** Horizontal reference lines. */
  lines?: readonly { value: number; label: string }[];
  /** The fixed ends of the value axis: series beyond them are cut off. Without them, it includes 0 and ends at round values. */
  ends?: readonly [number, number];
}

const none: readonly never[] = [];

/** Shows series over time, with a read-out for pointer and keyboard, and the values as a table. */
export function TimeChart(props: Props) {
  const { title, days, series, format = formatCount, unit, height = 240, marks = none, lines = none } = props;
  const { timezone = 'UTC' } = props;
  const dated = useMemo(() => datedMarks(days, marks, timezone), [days, marks, timezone]);
  const data: TimeData = { days, series, marks: dated, format, unit };
  if (days.length === 0 || series.every(({ values }) => values.every((value) => value === null))) {
    return <p className="quiet">No data in this period.</p>;
  }
  const styles = styleSeries(series);
  const isBar = (one: Series): boolean => one.kind === 'bar' || days.length === 1;
  const legend = series.map((one, index) => ({
    id: one.id,
    name: one.name,
    isBar: isBar(one),
    style: styles[index] ?? noStyle,
  }));
  return (
    <ChartFrame title={title} legend={series.length > 1 ? legend : []} table={() => timeTable(data)}>
      <Plot {...props} data={data} styles={styles} height={height} lines={lines} />
    </ChartFrame>
  );
}

interface PlotProps extends Props {
  data: TimeData;
  styles: readonly SeriesStyle[];
  height: number;
  lines: readonly { value: number; label: string }[];
}

function Plot({ title, data, styles, height, lines, stacked = false, ends }: PlotProps) {
  const { days, series, marks, format, unit } = data;
  const [ref, width] = useWidth();
  const clipId = useId();
  const plan = useMemo(
    () => planTimeChart({ days, series, stacked, format, unit, marks, lines, ends, width, height }),
    [days, series, stacked, format, unit, marks, lines, ends, width, height],
  );
  const [index, show, readOutProps] = useReadOut(title, days.length, (at) => describeReadOut(readOut(data, at)));
  const follow = ({ clientX, currentTarget }: PointerEvent): void =>
    show(nearestIndex(plan.time.positions, clientX - currentTarget.getBoundingClientRect().left));
  return (
    <div
      ref={ref}
      className="chart-plot"
      style={{ height }}
      {...readOutProps}
      onPointerMove={follow}
      onPointerDown={follow}
      // After a tap, the read-out stays until another element is tapped.
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && show(null)}
    >
      {width > 0 && (
        <svg width={width} height={height} aria-hidden="true" focusable="false">
          <Axes plan={plan} unit={unit} />
          {ends === undefined ? (
            <TimeSeries plan={plan} styles={styles} />
          ) : (
            <>
              <clipPath id={clipId}>
                <rect
                  x={plan.left}
                  // Lines at the ends of the axis keep their width.
                  y={plan.top - 1}
                  width={Math.max(plan.right - plan.left, 0)}
                  height={plan.bottom - plan.top + 2}
                />
              </clipPath>
              <g clipPath={`url(#${clipId})`}>
                <TimeSeries plan={plan} styles={styles} />
              </g>
            </>
          )}
          <References plan={plan} lines={lines} />
          {index !== null && <Cursor plan={plan} styles={styles} index={index} />}
        </svg>
      )}
      {index !== null && width > 0 && <ReadOutBox data={data} styles={styles} plan={plan} index={index} />}
    </div>
  );
}

function Axes({ plan, unit }: { plan: TimePlan; unit: string | undefined }) {
  const { left, right, top, bottom, time, value } = plan;
  return (
    <g className="chart-axes">
      {unit !== undefined && (
        <text x="0" y="10">
          {unit}
        </text>
      )}
      {value.ticks.map(({ share, label }) => {
        const y = bottom - share * (bottom - top);
        return (
          <g key={label}>
            <line x1={left} x2={right} y1={y} y2={y} />
            <text x={left - 8} y={y + 4} textAnchor="end">
              {label}
            </text>
          </g>
        );
      })}
      <line className="chart-base" x1={left} x2={right} y1={plan.yOf(0)} y2={plan.yOf(0)} />
      {time.ticks.map(({ x, label, anchor }) => (
        <g key={x}>
          <line className="chart-tick" x1={x} x2={x} y1={bottom} y2={bottom + 4} />
          <text x={x} y={bottom + 18} textAnchor={anchor}>
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

function References({ plan, lines }: { plan: TimePlan; lines: PlotProps['lines'] }) {
  const { left, right, top, bottom, marks, yOf } = plan;
  return (
    <>
      {lines.map(({ value, label }) => (
        <g key={label} className="chart-reference">
          <line x1={left} x2={right} y1={yOf(value)} y2={yOf(value)} />
          <text x={right} y={yOf(value) - 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {marks.map(({ x, label, anchor }, index) => (
        <g key={`${index} ${label}`} className="chart-mark">
          <line x1={x} x2={x} y1={top - 8} y2={bottom} />
          {anchor === null ? (
            <circle cx={x} cy={top - 9} r="3" />
          ) : (
            <text x={anchor === 'start' ? x + 4 : x - 4} y={top - 10} textAnchor={anchor}>
              {label}
            </text>
          )}
        </g>
      ))}
    </>
  );
}

interface AtProps {
  plan: TimePlan;
  styles: readonly SeriesStyle[];
  index: number;
}

function Cursor({ plan, styles, index }: AtProps) {
  const x = plan.time.positions[index] ?? 0;
  return (
    <g>
      <line className="chart-cursor" x1={x} x2={x} y1={plan.top} y2={plan.bottom} />
      {plan.series.map(({ id, kind }, at) => {
        const range = plan.layers[at]?.[index] ?? null;
        const y = plan.yOf(range?.[1] ?? 0);
        if (range === null || kind === 'bar' || y < plan.top || y > plan.bottom) return null;
        return <circle key={id} className={`chart-point ${styles[at]?.className}`} cx={x} cy={y} r="4" />;
      })}
    </g>
  );
}

/** The values of a day, next to its line. The keyboard's announcement has the same text. */
function ReadOutBox({ data, styles, plan, index }: AtProps & { data: TimeData }) {
  const { at, rows, notes } = readOut(data, index);
  const x = plan.time.positions[index] ?? 0;
  const isLeft = x < (plan.left + plan.right) / 2;
  const style = isLeft ? { left: x + 12 } : { right: plan.right + 10 - x + 12 };
  return (
    <div className="chart-read-out" style={style} aria-hidden="true">
      <strong>{at}</strong>
      {rows.map(({ id, name, text }, row) => (
        <div key={id} className="chart-read-out-row">
          <Swatch style={styles[row] ?? noStyle} isBar={plan.series[row]?.kind === 'bar'} />
          <span>{name}</span>
          <span className="numeric">{text}</span>
        </div>
      ))}
      {notes.map((note) => (
        <div key={note} className="quiet">
          {note}
        </div>
      ))}
    </div>
  );
}
