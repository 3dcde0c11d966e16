import { useDeferredValue, useMemo, type ReactNode } from 'react';
import { countOf } from '../format/number';
import { EmptyState, ErrorState, Loading } from './states';
import { DataTable, type Column } from './table';

/** The query behind a list, with or without pages. */
export interface ListSource<Row> {
  rows: readonly Row[] | undefined;
  /** The rows belong to the previous filter. */
  outdated?: boolean;
  error: Error | null;
  retry: () => void;
  /** Set if there are more pages. */
  more?: { load: () => void; loading: boolean } | undefined;
}

interface Props<Row> {
  source: ListSource<Row>;
  /** The plural noun for the rows. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string;
  /** Replaces the table if the list is empty without a filter. */
  empty: ReactNode;
  /** Whether a filter is set. */
  filtered?: boolean;
}

/** Shows a list in each state: loading, failed, empty, no matches, and rows. */
export function List<Row>({ source, caption, columns, rowKey, empty, filtered = false }: Props<Row>) {
  const { error, retry, more, outdated = false } = source;
  // Deferred, so that typing in a filter is painted before the rows.
  const rows = useDeferredValue(source.rows);
  const table = useMemo(
    () => rows !== undefined && <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />,
    // `rowKey` never changes.
    [caption, columns, rows],
  );
  if (rows === undefined) return error === null ? <Loading /> : <ErrorState error={error} retry={retry} />;
  if (rows.length === 0) {
    return filtered ? <EmptyState title="No matches.">Change or clear the filters above.</EmptyState> : empty;
  }
  return (
    <div className="list-rows" aria-busy={outdated || rows !== source.rows}>
      {table}
      <p className="list-foot quiet small">
        {countOf(rows.length, 'result', 'results')}
        {more !== undefined && ' loaded'}
        {more !== undefined && (
          <button type="button" className="button" onClick={more.load} disabled={more.loading}>
            {more.loading ? 'Loading…' : 'Load more'}
          </button>
        )}
      </p>
    </div>
  );
}
