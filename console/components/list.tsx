import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { EmptyState, ErrorState, Loading } from './states';
import { DataTable, type Column } from './table';

/** What a list needs of a query, whether it reads pages by cursor or all at once. */
export interface ListSource<Row> {
  rows: readonly Row[] | undefined;
  /** The rows are those of the filter before. */
  outdated?: boolean;
  error: Error | null;
  retry: () => void;
  /** There, when there are more pages. */
  more?: { load: () => void; loading: boolean } | undefined;
}

interface Props<Row> {
  source: ListSource<Row>;
  /** What is listed, in the plural. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Stands in place of the table when nothing is there at all. */
  empty: ReactNode;
  /** Whether a filter is set: then there may be others. */
  filtered?: boolean;
}

/** A list in each of its states: on its way, failed, empty, nothing that the filter leaves, and rows, with more to load. */
export function List<Row>({ source, caption, columns, rowKey, empty, filtered = false }: Props<Row>) {
  const { error, retry, more, outdated = false } = source;
  // Rows are drawn when there is time: what was typed or chosen is painted before them.
  const rows = useDeferredValue(source.rows);
  const table = useMemo(
    () => rows !== undefined && <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />,
    // How a row is named never changes.
    [caption, columns, rows],
  );
  if (rows === undefined) return error === null ? <Loading /> : <ErrorState error={error} retry={retry} />;
  if (rows.length === 0) {
    return filtered ? <EmptyState title="Nothing matches the filter.">Change or clear it above.</EmptyState> : empty;
  }
  return (
    <div className="list-rows" aria-busy={outdated || rows !== source.rows}>
      {table}
      <p className="list-foot quiet small">
        {rows.length.toLocaleString('en')} {more === undefined ? 'in all' : 'loaded'}
        {more !== undefined && (
          <button type="button" className="button" onClick={more.load} disabled={more.loading}>
            {more.loading ? 'Loading…' : 'Load more'}
          </button>
        )}
      </p>
    </div>
  );
}
