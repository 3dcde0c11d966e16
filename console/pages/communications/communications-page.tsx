import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { formatWords } from '../../format/words';

type Communication = Schemas['Communication'];

const columns: readonly Column<Communication>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/communications/${id}`}>{name}</RowLink> },
  { title: 'Type', cell: ({ commType }) => <span data-value={commType}>{formatWords(commType)}</span> },
  { title: 'Subject', wide: true, cell: ({ slots }) => <span className="break">{slots.subject}</span> },
  {
    title: 'Problem',
    cell: ({ problem }) =>
      problem === null ? <span className="quiet">None</span> : <span className="problem break">{problem}</span>,
  },
  { title: 'Updated', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function CommunicationsPage() {
  const source = useCursorList(['communications'], (query) =>
    unwrap(api.GET('/api/communications', { params: { query } })),
  );
  return (
    <Page
      title="Communications"
      intro="Personalized messages that journeys and your services send."
      actions={
        <Link className="button primary" to="/communications/new">
          New communication
        </Link>
      }
    >
      <div className="list">
        <List
          source={source}
          caption="Communications"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              title="No communications yet."
              action={
                <Link className="button primary" to="/communications/new">
                  New communication
                </Link>
              }
            >
              Create a message with a subject, headline, text and button. Use attributes to personalize it.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}
