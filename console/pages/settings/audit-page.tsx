import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { Actor } from '../../components/actor';
import { FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { formatWords } from '../../format/words';

const columns: readonly Column<Schemas['AuditEntry']>[] = [
  { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
  {
    title: 'Who',
    cell: ({ actor, actorKind, actorName }) => (
      <span data-value={actorKind}>
        {actorKind !== 'system' && <Actor id={actor} name={actorName} />}{' '}
        <span className="quiet small">{formatWords(actorKind)}</span>
      </span>
    ),
  },
  {
    title: 'Action',
    cell: ({ action }) => (
      <strong className="break" data-value={action}>
        {formatWords(action)}
      </strong>
    ),
  },
  {
    title: 'Subject',
    cell: ({ subjectType, subjectId, subjectName }) => (
      <>
        <span className="quiet" data-value={subjectType}>
          {formatWords(subjectType)}
        </span>{' '}
        <Subject type={subjectType} id={subjectId} name={subjectName} />
      </>
    ),
  },
];

const pagesOf: Readonly<Record<string, string>> = {
  journey: '/journeys',
  experiment: '/experiments',
  belief: '/beliefs',
};

function Subject({ type, id, name }: { type: string; id: string; name: string | null }) {
  if (name === null) return <span className="mono break quiet">{id}</span>;
  const page = pagesOf[type];
  return page === undefined ? (
    <span className="break" title={id}>
      {name}
    </span>
  ) : (
    <Link to={`${page}/${id}`} title={id}>
      {name}
    </Link>
  );
}

const filters = ['action', 'subjectType', 'actor'] as const;

export function AuditPage() {
  const { values } = useFilters();
  const filter = Object.fromEntries(filters.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const source = useCursorList(['audit', filter], (page) =>
    unwrap(api.GET('/api/audit', { params: { query: { ...page, ...filter } } })),
  );
  return (
    <Page title="Audit log" intro="Changes to keys, members, settings, connections and live content, newest first.">
      <div className="filters">
        <FilterText label="Action" name="action" />
        <FilterText label="Subject" name="subjectType" />
        <FilterText label="Who (ID)" name="actor" />
      </div>
      <List
        source={source}
        caption="Audit log"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={Object.keys(filter).length > 0}
        empty={<EmptyState title="No entries yet.">Actions of members, keys and the system appear here.</EmptyState>}
      />
    </Page>
  );
}
