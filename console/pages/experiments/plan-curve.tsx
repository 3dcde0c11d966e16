import type { PointerEvent } from 'react';
import type { Schemas } from '../../api/client';
import { ChartFrame } from '../../components/chart/chart-frame';
import type { ChartTable } from '../../components/chart/chart-data';
import { nearestIndex } from '../../components/chart/time-plan';
import { useReadOut } from '../../components/chart/use-read-out';
import { useWidth } from '../../components/chart/use-width';
import { valueAxis, type ValueAxis } from '../../components/chart/value-axis';
import { countOf, formatCount, formatShare } from '../../format/number';

type Plan = Schemas['ExperimentPlan'];
type Point = Plan['curve'][number];

const title = 'Visitors by minimum effect';
const [height, left, right, top, bottom] = [212, 56, 12, 24, 36];

/** Shows how many visitors and days each minimum effect needs. The chosen effect is marked. */
export function PlanCurve({ plan: { curve, mde } }: { plan: Plan }) {
  const [ref, width] = useWidth();
  const [index, show, readOutProps] = useReadOut(title, curve.length, (at) => describe(curve[at]));
  const layout = layOut(curve, width);
  const shown = index ?? curve.findIndex((point) => point.mde === mde);
  const follow = ({ clientX, currentTarget }: PointerEvent): void =>
    show(nearestIndex(layout.xs, clientX - currentTarget.getBoundingClientRect().left));
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
        {width > 0 && <Plot layout={layout} shown={shown} width={width} />}
      </div>
      <p className="small quiet plan-point">{describe(curve[shown])}</p>
    </ChartFrame>
  );
}

/** The axes, and the place of each point, in pixels. */
interface Layout {
  visitors: ValueAxis;
  effects: ValueAxis;
  xs: readonly number[];
  ys: readonly number[];
}

const yOf = (share: number): number => height - bottom - share * (height - top - bottom);

function layOut(curve: readonly Point[], width: number): Layout {
  const totals = curve.map(({ total }) => total);
  const sizes = curve.map((point) => point.mde);
  const visitors = valueAxis(totals, { format: formatCount });
  const effects = valueAxis(sizes, { format: formatShare, count: 5 });
  return {
    visitors,
    effects,
    xs: sizes.map((size) => left + effects.shareOf(size) * (width - left - right)),
    ys: totals.map((total) => yOf(visitors.shareOf(total))),
  };
}

function Plot({ layout, shown, width }: { layout: Layout; shown: number; width: number }) {
  const { visitors, effects, xs, ys } = layout;
  return (
    <svg width={width} height={height} aria-hidden="true" focusable="false">
      <g className="chart-axes">
        <text x="0" y="10">
          visitors
        </text>
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
        <polyline className="chart-line" points={xs.map((x, index) => `${x},${ys[index]}`).join(' ')} />
        {shown >= 0 && (
          <>
            <line className="chart-cursor" x1={xs[shown]} x2={xs[shown]} y1={top} y2={height - bottom} />
            <circle className="chart-point" cx={xs[shown]} cy={ys[shown]} r="5" />
          </>
        )}
      </g>
    </svg>
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
