import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { Section } from '../../components/facts';
import { useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { formatCount } from '../../format/number';

type Import = Schemas['PeopleImport'];

/** Imports and checks of the workspace, newest first. */
export function EarlierImports({ onOpen }: { onOpen: () => void }) {
  const { set } = useFilters();
  const source = useCursorList(['people', 'imports'], (query) =>
    unwrap(api.GET('/api/end-users/imports', { params: { query } })),
  );
  const columns: readonly Column<Import>[] = [
    {
      title: 'Started',
      cell: ({ id, createdAt }) => (
        <button
          type="button"
          className="button text"
          onClick={() => {
            onOpen();
            set('import', id);
          }}
        >
          <Ago at={createdAt} />
        </button>
      ),
    },
    { title: 'Kind', cell: ({ dryRun }) => (dryRun ? 'Check' : 'Import') },
    { title: 'Status', cell: ({ status }) => <Status of={status} /> },
    { title: 'Rows', numeric: true, cell: ({ total }) => formatCount(total) },
    { title: 'Created', numeric: true, cell: ({ created }) => formatCount(created) },
    { title: 'Updated', numeric: true, wide: true, cell: ({ updated }) => formatCount(updated) },
    { title: 'Refused', numeric: true, cell: ({ rejected }) => formatCount(rejected) },
  ];
  return (
    <Section title="Earlier imports">
      <List
        source={source}
        caption="Earlier imports"
        columns={columns}
        rowKey={({ id }) => id}
        empty={<EmptyState title="No imports yet." />}
      />
    </Section>
  );
}
