import type { ReactNode } from 'react';
import type { ValueAxis } from './value-axis';

/** A position on a horizontal axis, as an SVG length. */
export const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;

interface RowProps {
  name: ReactNode;
  /** The height of the plot in pixels. */
  height: number;
  axis: ValueAxis;
  /** SVG elements with horizontal positions in percent. */
  children: ReactNode;
  value: ReactNode;
}

/** A row of a horizontal chart: the name, the plot, and the values as text. */
export function CategoryRow({ name, height, axis, children, value }: RowProps) {
  return (
    <li className="chart-row">
      <div className="chart-row-name">{name}</div>
      <svg className="chart-row-plot" height={height} aria-hidden="true" focusable="false">
        <g className="chart-axes">
          {axis.ticks.map(({ share, label }) => (
            <line key={label} x1={percent(share)} x2={percent(share)} y1="0" y2="100%" />
          ))}
        </g>
        {children}
      </svg>
      <div className="chart-row-value">{value}</div>
    </li>
  );
}

/** The labels of the horizontal axis, below the rows of the same list. */
export function CategoryAxis({ axis }: { axis: ValueAxis }) {
  return (
    <li className="chart-row chart-row-axis" aria-hidden="true">
      <div className="chart-row-name" />
      <svg className="chart-row-plot" height="20" focusable="false">
        <g className="chart-axes">
          {axis.ticks.map(({ share, label }) => (
            <text
              key={label}
              x={percent(share)}
              y="14"
              textAnchor={share < 0.04 ? 'start' : share > 0.96 ? 'end' : 'middle'}
            >
              {label}
            </text>
          ))}
        </g>
      </svg>
      <div className="chart-row-value" />
    </li>
  );
}
