import { useState, type ReactNode } from 'react';
import { DataTable } from '../table';
import { useToast } from '../toast';
import './chart.css';
import { toCsv, type ChartTable } from './chart-data';
import type { SeriesStyle } from './series';

interface Props {
  title: string;
  legend?: readonly { id: string; name: string; style: SeriesStyle; isBar?: boolean }[];
  table: () => ChartTable;
  children: ReactNode;
}

/** A chart with its legend and its table. The table is built when it is opened. */
export function ChartFrame({ title, legend = [], table, children }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <figure className="chart" aria-label={title}>
      {legend.length > 0 && (
        <ul className="chart-legend">
          {legend.map(({ id, name, style, isBar = false }) => (
            <li key={id}>
              <Swatch style={style} isBar={isBar} />
              {name}
            </li>
          ))}
        </ul>
      )}
      {children}
      <details className="chart-details" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary>
          Show as table<span className="visually-hidden">: {title}</span>
        </summary>
        {isOpen && <ChartData title={title} table={table()} />}
      </details>
    </figure>
  );
}

export function Swatch({ style: { className, dash }, isBar = false }: { style: SeriesStyle; isBar?: boolean }) {
  return (
    <svg className={`chart-swatch ${className}`} viewBox="0 0 20 10" aria-hidden="true" focusable="false">
      {isBar ? (
        <rect className="chart-bar" x="5" width="10" height="10" rx="2" />
      ) : (
        <line className="chart-line" x1="0" x2="20" y1="5" y2="5" strokeDasharray={dash} />
      )}
    </svg>
  );
}

function ChartData({ title, table }: { title: string; table: ChartTable }) {
  const toast = useToast();
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(toCsv(table));
      toast('Copied as CSV.');
    } catch {
      // The clipboard is not available over plain http.
      toast('Your browser blocked copying. Download the CSV file instead.');
    }
  };
  return (
    <>
      <div className="button-row">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy as CSV
        </button>
        <button type="button" className="button" onClick={() => downloadCsv(title, toCsv(table))}>
          Download CSV
        </button>
      </div>
      <DataTable
        caption={title}
        rows={table.rows}
        rowKey={({ id }) => id}
        columns={table.columns.map((column, index) => ({
          ...column,
          cell: ({ texts }: ChartTable['rows'][number]) => texts[index],
        }))}
      />
    </>
  );
}

export function downloadCsv(title: string, csv: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([csv], { type: 'text/csv' }));
  link.download = `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.csv`;
  link.click();
  URL.revokeObjectURL(link.href);
}
