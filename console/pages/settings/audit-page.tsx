import { useMutation, useQuery } from '@tanstack/react-query';
import type { paths } from '../../../client/src/api-types';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList, type CursorPage } from '../../api/lists';
import { readAll } from '../../api/read-all';
import { Actor } from '../../components/actor';
import { downloadCsv } from '../../components/chart/chart-frame';
import { toCsv } from '../../components/chart/chart-data';
import { FilterChoice, FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { formatWords } from '../../format/words';

type Entry = Schemas['AuditEntry'];

const columns: readonly Column<Entry>[] = [
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
  journey: '/journeys/',
  experiment: '/experiments/',
  belief: '/beliefs/',
  conversion: '/conversions/',
  target: '/targets/',
  visitor: '/events?visitor=',
};

function Subject({ type, id, name }: { type: string; id: string; name: string | null }) {
  const page = pagesOf[type];
  if (page !== undefined && (name !== null || type === 'visitor')) {
    return (
      <RowLink to={`${page}${id}`} title={id} className="break">
        {name ?? id}
      </RowLink>
    );
  }
  if (name === null) return <span className="mono break quiet">{id}</span>;
  return (
    <span className="break" title={id}>
      {name}
    </span>
  );
}

/** The first words of actions: what they are about. */
const areas = [
  ...['belief', 'communication', 'connection', 'conversion', 'end_user', 'execution', 'experiment', 'journey', 'key'],
  ...['member', 'secret', 'suppression', 'target', 'visitor', 'webhook_secret', 'workspace'],
];

type Query = NonNullable<paths['/api/audit']['get']['parameters']['query']>;

function filterOf({ area, actor, from, to }: Record<string, string>): Query {
  return {
    ...(area && { action: `${area}.*` }),
    ...(actor && { actor }),
    // A date in the address is a day; the API takes both.
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  };
}

const isDay = (text: string | undefined): text is string => /^\d{4}-\d\d-\d\d$/.test(text ?? '');

export function AuditPage() {
  const filter = filterOf(useFilters().values);
  const read = (page: { limit: number; cursor?: string }) =>
    unwrap(api.GET('/api/audit', { params: { query: { ...page, ...filter } } }));
  const source = useCursorList(['audit', filter], read);
  const members = useMembers();
  return (
    <Page
      title="Audit log"
      intro="Changes to keys, members, settings, connections and live content, newest first."
      actions={<Export read={read} />}
    >
      <div className="filters">
        <FilterChoice label="About" name="area" options={areas} />
        <FilterChoice
          label="Who"
          name="actor"
          none="Anyone"
          options={[...members.keys(), 'system']}
          format={(id) => members.get(id) ?? 'System'}
        />
        <FilterText label="From" name="from" type="date" />
        <FilterText label="To" name="to" type="date" />
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

/** Returns the addresses of members by id. */
function useMembers(): ReadonlyMap<string, string> {
  const { data = [] } = useQuery({
    queryKey: ['members', 'all'],
    queryFn: () => readAll((query) => unwrap(api.GET('/api/members', { params: { query } }))),
  });
  return new Map(data.filter(({ status }) => status === 'active').map(({ id, email }) => [id, email]));
}

const csvFields = [
  ...(['timestamp', 'actor', 'actorKind', 'actorName', 'action'] as const),
  ...(['subjectType', 'subjectId', 'subjectName'] as const),
];

/** Downloads all entries of the current filter. */
function Export({ read }: { read: (page: { limit: number; cursor?: string }) => Promise<CursorPage<Entry>> }) {
  const download = useMutation({
    mutationFn: async () => {
      const entries = await readAll(read);
      const rows = entries.map(({ id, metadata, ...entry }) => ({
        id,
        texts: [],
        values: [...csvFields.map((field) => entry[field]), JSON.stringify(metadata)],
      }));
      downloadCsv('audit-log', toCsv({ columns: [], csvColumns: [...csvFields, 'details'], rows }));
    },
  });
  return (
    <>
      {download.error !== null && (
        <span className="problem" role="alert">
          {download.error.message}
        </span>
      )}
      <button type="button" className="button" disabled={download.isPending} onClick={() => download.mutate()}>
        {download.isPending ? 'Exporting…' : 'Export'}
      </button>
    </>
  );
}
