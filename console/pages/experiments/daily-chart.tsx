import type { Schemas } from '../../api/client';
import { DataTable } from '../../components/table';
import { formatCount, formatShare } from '../../format/number';
import { formatDay } from '../../format/time';

type Results = Schemas['ExperimentResults'];

// The left margin fits a rate of six characters, which are larger on small screens.
const [width, height, left, bottom, top] = [480, 220, 76, 28, 10];
const inks = ['var(--quiet)', 'var(--accent)', 'var(--good)', 'var(--warn)', 'var(--bad)', 'var(--info)'];
const dashes = ['4 3', 'none', 'none', '8 3', '2 2', '10 2 2 2'];

/** Cumulative conversion rates by variant and day. Daily rates would jump on days with few visitors. */
function cumulativeRates({ daily, variants }: Results): { variantId: string; name: string; rates: number[] }[] {
  return variants.map(({ variantId, name }) => {
    let [exposures, conversions] = [0, 0];
    const rates = daily.map((day) => {
      const found = day.variants.find((variant) => variant.variantId === variantId);
      exposures += found?.exposures ?? 0;
      conversions += found?.conversions ?? 0;
      return exposures === 0 ? 0 : conversions / exposures;
    });
    return { variantId, name, rates };
  });
}

/** Shows cumulative conversion rates as a line chart, and daily counts as a table. */
export function DailyChart({ results }: { results: Results }) {
  const { daily } = results;
  const [first, last] = [daily[0], daily.at(-1)];
  if (first === undefined || last === undefined) return <p className="quiet">No visitors yet.</p>;
  const series = cumulativeRates(results);
  const most = Math.max(...series.flatMap(({ rates }) => rates), 0.0001);
  const x = (index: number): number => left + (index * (width - left - 8)) / Math.max(daily.length - 1, 1);
  const y = (rate: number): number => height - bottom - (rate / most) * (height - bottom - top);
  return (
    <div className="card">
      <svg className="daily-chart" viewBox={`0 0 ${width} ${height}`} aria-hidden="true" focusable="false">
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <line x1={left} x2={width - 8} y1={y(most * share)} y2={y(most * share)} />
            <text x={left - 6} y={y(most * share) + 4} textAnchor="end">
              {formatShare(most * share)}
            </text>
          </g>
        ))}
        {daily.length > 1 && (
          <text x={left} y={height - 6}>
            {formatDay(first.date)}
          </text>
        )}
        <text x={width - 8} y={height - 6} textAnchor="end">
          {formatDay(last.date)}
        </text>
        {series.map(({ variantId, rates }, index) => (
          <g key={variantId}>
            <polyline
              points={rates.map((rate, day) => `${x(day)},${y(rate)}`).join(' ')}
              stroke={inks[index % inks.length]}
              strokeDasharray={dashes[index % dashes.length]}
            />
            <circle cx={x(rates.length - 1)} cy={y(rates.at(-1) ?? 0)} r="4" fill={inks[index % inks.length]} />
          </g>
        ))}
      </svg>
      <Key names={series} />
      <details>
        <summary>Show as table</summary>
        <DailyTable results={results} />
      </details>
    </div>
  );
}

function Key({ names }: { names: readonly { variantId: string; name: string }[] }) {
  return (
    <ul className="chart-key small">
      {names.map(({ variantId, name }, index) => (
        <li key={variantId}>
          <svg viewBox="0 0 24 8" aria-hidden="true" focusable="false">
            <line
              x1="0"
              x2="24"
              y1="4"
              y2="4"
              stroke={inks[index % inks.length]}
              strokeWidth="2"
              strokeDasharray={dashes[index % dashes.length]}
            />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

function DailyTable({ results: { daily, variants } }: { results: Results }) {
  return (
    <DataTable
      caption="Daily results"
      rows={daily}
      rowKey={({ date }) => date}
      columns={[
        { title: 'Day', cell: ({ date }) => formatDay(date) },
        ...variants.map(({ variantId, name }) => ({
          title: name,
          numeric: true,
          cell: (day: Results['daily'][number]) => {
            const found = day.variants.find((variant) => variant.variantId === variantId);
            return `${formatCount(found?.conversions ?? 0)} of ${formatCount(found?.exposures ?? 0)}`;
          },
        })),
      ]}
    />
  );
}
