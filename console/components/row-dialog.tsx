import type { ReactNode } from 'react';
import { Dialog } from './dialog';
import { useFilters } from './filters';

/** Opens the form for a row of a list. `?edit=<id>` also opens it. */
export function EditButton({ id, name }: { id: string; name: string }) {
  const { set } = useFilters();
  return (
    <button type="button" className="button text" aria-label={`Edit ${name}`} onClick={() => set('edit', id)}>
      Edit
    </button>
  );
}

interface Props<Row> {
  rows: readonly Row[] | undefined;
  title: (row: Row) => string;
  children: (row: Row, close: () => void) => ReactNode;
}

/** The dialog for the row in the address. */
export function RowDialog<Row extends { id: string }>({ rows, title, children }: Props<Row>) {
  const { values, set } = useFilters();
  const row = rows?.find(({ id }) => id === values['edit']);
  const close = (): void => set('edit', '');
  return (
    <Dialog
      open={row !== undefined}
      onOpenChange={(open) => !open && close()}
      title={row === undefined ? '' : title(row)}
    >
      {row !== undefined && children(row, close)}
    </Dialog>
  );
}
