import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { Actor } from '../../components/actor';
import { FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';

const columns: readonly Column<Schemas['AuditEntry']>[] = [
  { title: 'When', cell: ({ timestamp }) => <Ago at={timestamp} /> },
  {
    title: 'Who',
    cell: ({ actor, actorKind, actorName }) => (
      <>
        <Actor id={actor} name={actorName} /> <span className="quiet small">{actorKind}</span>
      </>
    ),
  },
  { title: 'Act', cell: ({ action }) => <strong className="break">{action}</strong> },
  {
    title: 'Subject',
    cell: ({ subjectType, subjectId }) => (
      <>
        <span>{subjectType}</span> <span className="mono break quiet">{subjectId}</span>
      </>
    ),
  },
];

const filters = ['action', 'subjectType', 'actor'] as const;

export function AuditPage() {
  const { values } = useFilters();
  const filter = Object.fromEntries(filters.flatMap((name) => (values[name] ? [[name, values[name]]] : [])));
  const source = useCursorList(['audit', filter], (page) =>
    unwrap(api.GET('/api/audit', { params: { query: { ...page, ...filter } } })),
  );
  return (
    <Page
      title="Audit log"
      intro="Every act on keys, members, settings, connections and live content, the newest first."
    >
      <div className="filters">
        <FilterText label="Act" name="action" />
        <FilterText label="Subject" name="subjectType" />
        <FilterText label="Who (id)" name="actor" />
      </div>
      <List
        source={source}
        caption="Audit log"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={Object.keys(filter).length > 0}
        empty={
          <EmptyState title="Nothing has been done yet.">
            What members, keys and the service itself do appears here.
          </EmptyState>
        }
      />
    </Page>
  );
}
