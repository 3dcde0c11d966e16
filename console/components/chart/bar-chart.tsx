import type { ReactNode } from 'react';
import { formatCount } from '../../format/number';
import { CategoryAxis, CategoryRow, percent } from './category-rows';
import type { ChartTable } from './chart-data';
import { ChartFrame } from './chart-frame';
import { noStyle, styleSeries, type SeriesStyle } from './series';
import { valueAxis, type ValueAxis } from './value-axis';

interface Row {
  id: string;
  name: string;
  /** Shown instead of the name, such as a link. */
  label?: ReactNode;
  /** By series id. */
  values: Readonly<Record<string, number>>;
}

interface Props {
  title: string;
  rows: readonly Row[];
  series: readonly { id: string; name: string }[];
  stacked?: boolean;
  format?: (value: number) => string;
}

/** Horizontal bars by category. Each bar has its value as text. */
export function BarChart({ title, rows, series, stacked = false, format = formatCount }: Props) {
  if (rows.length === 0) return <p className="quiet">No data in this period.</p>;
  const styles = styleSeries(series);
  const barsOf = ({ values }: Row) =>
    segmentsOf(
      series.map(({ id }) => values[id] ?? 0),
      stacked,
    );
  const axis = valueAxis(
    rows.flatMap((row) => barsOf(row).flat()),
    { format, count: 2, steps: 6 },
  );
  const legend = series.map(({ id, name }, index) => ({ id, name, isBar: true, style: styles[index] ?? noStyle }));
  const describe = (row: Row): string =>
    series.map(({ id, name }) => `${name}: ${format(row.values[id] ?? 0)}`).join('\n');
  return (
    <ChartFrame
      title={title}
      legend={series.length > 1 ? legend : []}
      table={() => barTable({ title, rows, series, format })}
    >
      <ul className="chart-rows">
        {rows.map((row) => (
          <CategoryRow
            key={row.id}
            name={row.label ?? row.name}
            height={stacked ? 16 : Math.max(16, series.length * 16)}
            axis={axis}
            value={
              stacked && series.length > 1 ? (
                <StackValue names={describe(row)} total={format(sum(series.map(({ id }) => row.values[id] ?? 0)))} />
              ) : (
                series.map(({ id, name }) => (
                  <div key={id}>
                    {series.length > 1 && <span className="visually-hidden">{name} </span>}
                    {format(row.values[id] ?? 0)}
                  </div>
                ))
              )
            }
          >
            <title>{describe(row)}</title>
            {barsOf(row).map((range, index) => (
              <Bar
                key={series[index]?.id}
                range={range}
                axis={axis}
                y={stacked ? 1 : index * 16 + 1}
                style={styles[index] ?? noStyle}
              />
            ))}
          </CategoryRow>
        ))}
        <CategoryAxis axis={axis} />
      </ul>
    </ChartFrame>
  );
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function segmentsOf(values: readonly number[], stacked: boolean): (readonly [number, number])[] {
  let [above, below] = [0, 0];
  return values.map((value) => {
    if (!stacked) return [0, value] as const;
    const start = value < 0 ? below : above;
    if (value < 0) below += value;
    else above += value;
    return [start, start + value] as const;
  });
}

interface BarProps {
  range: readonly [number, number];
  axis: ValueAxis;
  y: number;
  style: SeriesStyle;
}

function Bar({ range: [from, to], axis, y, style: { className } }: BarProps) {
  const [left, right] = [axis.shareOf(Math.min(from, to)), axis.shareOf(Math.max(from, to))];
  return (
    <g className={className}>
      <rect className="chart-bar" x={percent(left)} width={percent(right - left)} y={y} height="14" rx="2" />
    </g>
  );
}

const StackValue = ({ names, total }: { names: string; total: string }) => (
  <>
    {total}
    <span className="visually-hidden"> ({names.replaceAll('\n', ', ')})</span>
  </>
);

function barTable({ title, rows, series, format }: Props & { format: (value: number) => string }): ChartTable {
  return {
    columns: [{ title: 'Name', numeric: false }, ...series.map(({ name }) => ({ title: name, numeric: true }))],
    csvColumns: [title, ...series.map(({ name }) => name)],
    rows: rows.map(({ id, name, values }) => ({
      id,
      texts: [name, ...series.map((one) => format(values[one.id] ?? 0))],
      values: [name, ...series.map((one) => values[one.id] ?? 0)],
    })),
  };
}
