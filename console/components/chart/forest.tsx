import type { ReactNode } from 'react';
import { formatInterval } from '../../format/number';
import { CategoryAxis, CategoryRow, percent } from './category-rows';
import type { ChartTable } from './chart-data';
import { ChartFrame } from './chart-frame';
import { valueAxis, type ValueAxis } from './value-axis';

interface Row {
  id: string;
  name: string;
  /** Shown instead of the name, such as a link. */
  label?: ReactNode;
  point: number | null;
  interval: readonly [number, number] | null;
  note?: ReactNode;
  tone?: 'good' | 'bad';
}

interface Props {
  title: string;
  rows: readonly Row[];
  format: (value: number) => string;
  /** The value without an effect. */
  reference?: number;
}

/** Estimates with their intervals on one scale, and a line at the value without an effect. */
export function Forest({ title, rows, format, reference = 0 }: Props) {
  const ends = rows.flatMap(({ point, interval }) => [...(interval ?? []), ...(point === null ? [] : [point])]);
  const all = [reference, ...ends];
  const axis = valueAxis(all, { format });
  return (
    <ChartFrame title={title} table={() => forestTable({ title, rows, format })}>
      <ul className="chart-rows forest">
        {rows.map((row) => (
          <CategoryRow
            key={row.id}
            name={row.label ?? row.name}
            height={22}
            axis={axis}
            value={<Estimate row={row} format={format} />}
          >
            <line
              className="chart-zero"
              x1={percent(axis.shareOf(reference))}
              x2={percent(axis.shareOf(reference))}
              y1="0"
              y2="100%"
            />
            <Interval row={row} axis={axis} />
          </CategoryRow>
        ))}
        {ends.length > 0 && <CategoryAxis axis={axis} />}
      </ul>
    </ChartFrame>
  );
}

function Estimate({ row: { point, interval, note }, format }: { row: Row; format: Props['format'] }) {
  return (
    <>
      {point === null ? (
        <span className="quiet">Not enough data yet</span>
      ) : (
        <>
          <strong>{format(point)}</strong>{' '}
          {interval !== null && <span className="quiet">{formatInterval(interval, format)}</span>}
        </>
      )}
      {note !== undefined && <div className="quiet small">{note}</div>}
    </>
  );
}

function Interval({ row: { point, interval, tone }, axis }: { row: Row; axis: ValueAxis }) {
  return (
    <g className={tone ?? 'series-1'}>
      {interval !== null && (
        <line
          className="chart-interval"
          x1={percent(axis.shareOf(interval[0]))}
          x2={percent(axis.shareOf(interval[1]))}
          y1="11"
          y2="11"
        />
      )}
      {point !== null && <circle className="chart-point" cx={percent(axis.shareOf(point))} cy="11" r="5" />}
    </g>
  );
}

function forestTable({ title, rows, format }: Props): ChartTable {
  return {
    columns: [
      { title: 'Name', numeric: false },
      { title: 'Estimate', numeric: true },
      { title: 'Interval', numeric: true },
    ],
    csvColumns: [title, 'estimate', 'low', 'high'],
    rows: rows.map(({ id, name, point, interval }) => ({
      id,
      texts: [name, point === null ? '–' : format(point), formatInterval(interval, format)],
      values: [name, point, ...(interval ?? [null, null])],
    })),
  };
}
