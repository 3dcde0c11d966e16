import { area, line } from 'd3-shape';
import './chart.css';

const [width, height, margin] = [84, 22, 2];

/** Draws values as a small line, from 0 to their maximum. Null is a gap, a single value a bar. */
export function Sparkline({ label, values }: { label: string; values: readonly (number | null)[] }) {
  const numbers = values.map((value) => value ?? 0);
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)];
  const x = (index: number): number => margin + (index * (width - 2 * margin)) / Math.max(values.length - 1, 1);
  const y = (value: number): number => height - margin - ((value - low) * (height - 2 * margin)) / (high - low || 1);
  const isDefined = (value: number | null): boolean => value !== null;
  const [only] = values;
  return (
    <svg className="sparkline series-1" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {values.length === 1 && typeof only === 'number' ? (
        <rect
          className="chart-bar"
          x={width / 2 - 5}
          width="10"
          y={Math.min(y(only), y(0))}
          height={Math.abs(y(only) - y(0))}
        />
      ) : (
        <>
          <path
            className="chart-area"
            d={
              area<number | null>()
                .defined(isDefined)
                .x((_value, index) => x(index))
                .y0(y(0))
                .y1((value) => y(value ?? 0))(values) ?? ''
            }
          />
          <path
            className="chart-line"
            d={
              line<number | null>()
                .defined(isDefined)
                .x((_value, index) => x(index))
                .y((value) => y(value ?? 0))(values) ?? ''
            }
          />
        </>
      )}
    </svg>
  );
}
