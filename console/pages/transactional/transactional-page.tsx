import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import type { Column } from '../../components/table';
import { formatWords } from '../../format/words';

type Send = Schemas['RecentSend'];

const columns: readonly Column<Send>[] = [
  { title: 'To', cell: ({ to }) => <strong className="break">{to}</strong> },
  { title: 'Template subject', wide: true, cell: ({ subject }) => <span className="break">{subject}</span> },
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
    cell: ({ events }) => <Events events={events} />,
  },
  { title: 'Mode', cell: ({ mode }) => <span data-value={mode}>{formatWords(mode)}</span> },
  { title: 'Sent', cell: ({ sentAt, createdAt }) => <Ago at={sentAt ?? createdAt} /> },
];

const eventWords: Record<Send['events'][number]['kind'], string> = {
  delivery: 'Delivered',
  open: 'Opened',
  click: 'Clicked',
  bounce: 'Bounced',
  complaint: 'Spam complaint',
  delay: 'Delayed',
  reject: 'Rejected',
  unsubscribe: 'Unsubscribed',
  resubscribe: 'Resubscribed',
};

function Events({ events }: { events: Send['events'] }) {
  if (events.length === 0) return <span className="quiet">None</span>;
  return events.map(({ kind }, index) => (
    <Fragment key={index}>
      {index > 0 && ', '}
      <span data-value={kind}>{eventWords[kind]}</span>
    </Fragment>
  ));
}

export function TransactionalPage() {
  const source = useCursorList(['transactional'], (query) =>
    unwrap(api.GET('/api/transactional/recent', { params: { query } })),
  );
  return (
    <Page title="Transactional email" intro="Messages your services sent through the API, newest first.">
      <div className="list">
        <List
          source={source}
          caption="Recent sends"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No messages yet." action={<Link to="/settings/keys">Manage keys</Link>}>
              Use POST /api/v1/transactional/send with a transactional key to send receipts, invitations and similar
              messages.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}
