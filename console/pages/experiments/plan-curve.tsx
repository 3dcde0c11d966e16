import type { PointerEvent } from 'react';
import type { Schemas } from '../../api/client';
import { ChartFrame } from '../../components/chart/chart-frame';
import type { ChartTable } from '../../components/chart/chart-data';
import { nearestIndex } from '../../components/chart/time-plan';
import { useReadOut } from '../../components/chart/use-read-out';
import { useWidth } from '../../components/chart/use-width';
import { valueAxis } from '../../components/chart/value-axis';
import { countOf, formatCount, formatShare } from '../../format/number';

type Plan = Schemas['ExperimentPlan'];
type Point = Plan['curve'][number];

const title = 'Visitors by minimum effect';
const [height, left, right, top, bottom] = [200, 56, 12, 12, 36];

/** Shows how many visitors and days each minimum effect needs. The chosen effect is marked. */
export function PlanCurve({ plan: { curve, mde } }: { plan: Plan }) {
  const [ref, width] = useWidth();
  const [index, show, readOutProps] = useReadOut(title, curve.length, (at) => describe(curve[at]));
  const visitors = valueAxis(
    curve.map(({ total }) => total),
    { format: formatCount },
  );
  const effects = valueAxis(
    curve.map((point) => point.mde),
    { format: formatShare, count: 5 },
  );
  const places = curve.map((point) => left + effects.shareOf(point.mde) * (width - left - right));
  const yOf = (share: number): number => height - bottom - share * (height - top - bottom);
  const at = (one: number): string => `${places[one]},${yOf(visitors.shareOf(curve[one]?.total ?? 0))}`;
  const chosen = curve.findIndex((point) => point.mde === mde);
  const shown = index ?? chosen;
  const follow = ({ clientX, currentTarget }: PointerEvent): void =>
    show(nearestIndex(places, clientX - currentTarget.getBoundingClientRect().left));
  return (
    <ChartFrame title={title} table={() => tableOf(curve)}>
      <div
        ref={ref}
        className="chart-plot"
        {...readOutProps}
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => show(null)}
      >
        {width > 0 && (
          <svg width={width} height={height} aria-hidden="true" focusable="false">
            <g className="chart-axes">
              {visitors.ticks.map(({ share, label }) => (
                <g key={label}>
                  <line x1={left} x2={width - right} y1={yOf(share)} y2={yOf(share)} />
                  <text x={left - 8} y={yOf(share) + 4} textAnchor="end">
                    {label}
                  </text>
                </g>
              ))}
              {effects.ticks.map(({ share, label }) => (
                <text key={label} x={left + share * (width - left - right)} y={height - 18} textAnchor="middle">
                  {label}
                </text>
              ))}
              <text x={(left + width - right) / 2} y={height - 3} textAnchor="middle">
                Minimum effect
              </text>
            </g>
            <g className="series-1">
              <polyline className="chart-line" points={curve.map((_, one) => at(one)).join(' ')} />
              {shown >= 0 && (
                <>
                  <line className="chart-cursor" x1={places[shown]} x2={places[shown]} y1={top} y2={height - bottom} />
                  <circle
                    className="chart-point"
                    cx={places[shown]}
                    cy={yOf(visitors.shareOf(curve[shown]?.total ?? 0))}
                    r="5"
                  />
                </>
              )}
            </g>
          </svg>
        )}
      </div>
      <p className="small quiet plan-point">{describe(curve[shown])}</p>
    </ChartFrame>
  );
}

function describe(point: Point | undefined): string {
  if (point === undefined) return '';
  const days = point.days === null ? '' : `, ${countOf(point.days, 'day', 'days')}`;
  return `${formatShare(point.mde)}: ${countOf(point.total, 'visitor', 'visitors')}${days}`;
}

const tableOf = (curve: readonly Point[]): ChartTable => ({
  columns: [
    { title: 'Minimum effect', numeric: true },
    { title: 'Visitors', numeric: true },
    { title: 'Days', numeric: true },
  ],
  csvColumns: ['minimum_effect', 'visitors_per_variant', 'visitors', 'days'],
  rows: curve.map(({ mde, requiredPerVariant, total, days }) => ({
    id: String(mde),
    texts: [formatShare(mde), formatCount(total), days === null ? '–' : formatCount(days)],
    values: [mde, requiredPerVariant, total, days],
  })),
});
