import { useQuery } from '@tanstack/react-query';
import { messageKinds, messageStates } from '../../../domain/messages/message-log';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList, type CursorPage } from '../../api/lists';
import { readAll } from '../../api/read-all';
import { FilterChoice, FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { useSettled } from '../../components/use-settled';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { kindWords } from './explain-message';

type Message = Schemas['Message'];

const columns: readonly Column<Message>[] = [
  {
    title: 'Recipient',
    cell: ({ id, recipient }) => (
      <RowLink to={`/messages/${encodeURIComponent(id)}`} className="break">
        {recipient ?? 'Erased'}
      </RowLink>
    ),
  },
  { title: 'Message', cell: (message) => <span className="break">{nameOf(message)}</span> },
  {
    title: 'State',
    cell: ({ state, reason }) => (
      <>
        <Status of={state} />
        {reason !== null && (
          <p className="quiet small break" data-value={reason}>
            {formatWords(reason)}
          </p>
        )}
      </>
    ),
  },
  { title: 'Kind', wide: true, cell: ({ kind }) => <span data-value={kind}>{kindWords[kind]}</span> },
  {
    title: 'Journey',
    wide: true,
    cell: ({ journeyId, journeyName }) =>
      journeyId === null ? (
        <span className="quiet">None</span>
      ) : (
        <RowLink to={`/journeys/${journeyId}`} className="break">
          {journeyName ?? journeyId}
        </RowLink>
      ),
  },
  { title: 'Opened', wide: true, cell: ({ openedAt }) => <Ago at={openedAt} /> },
  { title: 'Created', cell: ({ createdAt }) => <Ago at={createdAt} /> },
];

const nameOf = ({ kind, communicationName, subject }: Message): string =>
  (kind === 'notice' && communicationName !== null ? formatWords(communicationName.replaceAll('-', '_')) : null) ??
  communicationName ??
  subject ??
  'No subject';

const filterNames = ['state', 'to', 'journeyId', 'communicationId', 'kind', 'since', 'until'] as const;

type Filter = Partial<Record<(typeof filterNames)[number], string>>;

/** Messages of journeys, transactional messages and notices. */
export function MessagesPage() {
  const { values } = useFilters();
  const to = useSettled(values['to'] ?? '', 300);
  const entries = filterNames.map((name) => [name, (name === 'to' ? to : (values[name] ?? '')).trim()] as const);
  const filter: Filter = Object.fromEntries(entries.filter(([, value]) => value !== ''));
  const source = useCursorList(['messages', filter], (page) => readMatches({ ...page, ...filter }));
  return (
    <Page title="Messages" intro="Every email that Apex sent, skipped or could not send, newest first.">
      <Filters />
      <List
        source={source}
        caption="Messages"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={Object.keys(filter).length > 0}
        empty={
          <EmptyState title="No messages yet.">
            Messages appear here when a journey reaches a send step, or when a service sends a transactional email.
          </EmptyState>
        }
      />
    </Page>
  );
}

/** Reads a page. A search that found nothing in the newest messages continues with older ones. */
async function readMatches(query: Filter & { limit: number; cursor?: string }): Promise<CursorPage<Message>> {
  const page = await unwrap(api.GET('/api/messages', { params: { query: query as never } }));
  if (page.data.length > 0 || page.nextCursor === null) return page;
  return readMatches({ ...query, cursor: page.nextCursor });
}

function Filters() {
  const mayReadAll = useMay('transactional.read');
  const { data: journeys = [] } = useQuery({
    queryKey: ['journeys', 'names'],
    queryFn: () => unwrap(api.GET('/api/journeys')),
  });
  const { data: communications = [] } = useQuery({
    queryKey: ['communications', 'names'],
    queryFn: () => readAll((query) => unwrap(api.GET('/api/communications', { params: { query } }))),
  });
  return (
    <div className="filters">
      <FilterText label="Recipient" name="to" />
      <FilterChoice label="State" name="state" options={messageStates} />
      <NamedChoice label="Journey" name="journeyId" records={journeys} />
      <NamedChoice label="Communication" name="communicationId" records={communications} />
      {mayReadAll && (
        <FilterChoice
          label="Kind"
          name="kind"
          options={messageKinds}
          format={(kind) => kindWords[kind as Message['kind']]}
        />
      )}
      <FilterText label="Since" name="since" type="date" />
      <FilterText label="Until" name="until" type="date" />
    </div>
  );
}

interface NamedProps {
  label: string;
  name: 'journeyId' | 'communicationId';
  records: readonly { id: string; name: string }[];
}

/** A filter by a record. One from a link is offered although it is not in the list. */
function NamedChoice({ label, name, records }: NamedProps) {
  const value = useFilters().values[name] ?? '';
  const ids = records.map(({ id }) => id);
  return (
    <FilterChoice
      label={label}
      name={name}
      options={value === '' || ids.includes(value) ? ids : [...ids, value]}
      format={(id) => records.find((record) => record.id === id)?.name ?? id}
    />
  );
}
