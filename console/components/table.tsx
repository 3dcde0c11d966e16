import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type ReactNode } from 'react';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** Aligns numbers to the right. */
  numeric?: boolean;
  /** Hidden on narrow screens. */
  wide?: boolean;
}

interface Props<Row> {
  /** The name of the table for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
}

/** From this number of rows on, only visible rows are in the document. */
const virtualFrom = 150;

export function DataTable<Row>(props: Props<Row>) {
  return props.rows.length >= virtualFrom ? <VirtualTable {...props} /> : <WholeTable {...props} />;
}

const classOf = ({ numeric = false, wide = false }: { numeric?: boolean; wide?: boolean }): string | undefined =>
  [numeric ? 'numeric' : '', wide ? 'wide-only' : ''].filter((name) => name !== '').join(' ') || undefined;

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column.title} scope="col" className={classOf(column)}>
            {column.title}
          </th>
        ))}
      </tr>
    </thead>
  );
}

const Cells = <Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) =>
  columns.map((column) => (
    <td key={column.title} className={classOf(column)} data-title={column.title}>
      {column.cell(row)}
    </td>
  ));

function WholeTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <div className="table-frame" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{caption}</caption>
        <Head columns={columns} />
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              <Cells columns={columns} row={row} />
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const rowHeight = 41;

function VirtualTable<Row>({ caption, columns, rows, rowKey }: Props<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <div className="table-frame tall" role="region" aria-label={caption} tabIndex={0} ref={frame}>
      <table aria-rowcount={rows.length + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <Head columns={columns} />
        <tbody>
          <Spacer height={before} columns={columns.length} />
          {items.map(({ index }) => {
            const row = rows[index];
            return row === undefined ? null : (
              <tr key={rowKey(row)} data-index={index} aria-rowindex={index + 2} ref={virtualizer.measureElement}>
                <Cells columns={columns} row={row} />
              </tr>
            );
          })}
          <Spacer height={after} columns={columns.length} />
        </tbody>
      </table>
    </div>
  );
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden="true" className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}
