import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { CopyButton } from './copy-button';
import { ReplayButton } from './event-details';
import { EventsViews } from './events-views';

type Rejected = Schemas['RejectedEvent'];

const origins: Record<Rejected['origin'], string> = { public: 'Browser', server: 'Server' };

const columns: readonly Column<Rejected>[] = [
  { title: 'Type', cell: ({ type }) => <span className="mono break">{type ?? '(no type)'}</span> },
  { title: 'Received', cell: ({ receivedAt }) => <Ago at={receivedAt} /> },
  {
    title: 'Sent by',
    wide: true,
    cell: ({ origin }) => <span data-value={origin}>{origins[origin]}</span>,
  },
  {
    title: 'Reason',
    cell: ({ code, message }) => (
      <span className="break">
        {message} <span className="block quiet small mono">{code}</span>
      </span>
    ),
  },
  { title: 'Event', cell: ({ payload }) => <Payload text={payload} /> },
  { title: 'Action', cell: ({ id }) => <ReplayButton id={id} /> },
];

function Payload({ text }: { text: string }) {
  return (
    <details className="payload">
      <summary>Show JSON</summary>
      <CopyButton text={text} what="JSON" />
      <pre className="code" tabIndex={0} aria-label="Event as JSON">
        {indented(text)}
      </pre>
    </details>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Events of batches that were not stored, with a replay. */
export function RejectedPage() {
  const source = useCursorList(['rejected-events', ''], (query) =>
    unwrap(api.GET('/api/events/rejected', { params: { query } })),
  );
  return (
    <Page
      title="Rejected events"
      intro="Events of batches that Apex could not store. Replay an event when its cause is fixed in Apex; otherwise, send a corrected event. At most 10,000 are kept, for 30 days."
    >
      <EventsViews />
      <List
        source={source}
        caption="Rejected events"
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <EmptyState title="No rejected events.">
            Invalid events of batches are listed here with the reason. The response to the batch has the same reasons.
          </EmptyState>
        }
      />
    </Page>
  );
}
