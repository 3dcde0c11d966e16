import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';

type Send = Schemas['RecentSend'];

const columns: readonly Column<Send>[] = [
  { title: 'To', cell: ({ to }) => <strong className="break">{to}</strong> },
  { title: 'Subject', wide: true, cell: ({ subject }) => <span className="break">{subject}</span> },
  {
    title: 'Status',
    cell: ({ status, failure }) => (
      <>
        <Status of={status} />
        {failure !== null && <p className="problem break">{failure}</p>}
      </>
    ),
  },
  {
    title: 'Events',
    wide: true,
    cell: ({ events }) => events.map(({ kind }) => kind).join(', ') || <span className="quiet">none</span>,
  },
  { title: 'Mode', cell: ({ mode }) => mode },
  { title: 'Sent', cell: ({ sentAt, createdAt }) => <Ago at={sentAt ?? createdAt} /> },
];

export function TransactionalPage() {
  const source = useCursorList(['transactional'], (query) =>
    unwrap(api.GET('/api/transactional/recent', { params: { query } })),
  );
  return (
    <Page title="Transactional" intro="Messages that your own services sent by the API, the newest first.">
      <div className="list">
        <List
          source={source}
          caption="Recent sends"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="Nothing was sent yet." action={<Link to="/settings/keys">Keys</Link>}>
              Receipts, invitations and the like go out by POST /api/v1/transactional/send, with a transactional key.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}
