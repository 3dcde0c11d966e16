import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';

type Communication = Schemas['Communication'];

const columns: readonly Column<Communication>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/communications/${id}`}>{name}</RowLink> },
  { title: 'Kind', cell: ({ commType }) => commType },
  { title: 'Subject', wide: true, cell: ({ slots }) => <span className="break">{slots.subject}</span> },
  {
    title: 'Problem',
    cell: ({ problem }) =>
      problem === null ? <span className="quiet">none</span> : <span className="problem break">{problem}</span>,
  },
  { title: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function CommunicationsPage() {
  const source = useCursorList(['communications'], (query) =>
    unwrap(api.GET('/api/communications', { params: { query } })),
  );
  return (
    <Page
      title="Communications"
      intro="Messages that journeys and your own services send, with what is filled in for each person."
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
              title="No communication yet."
              action={
                <Link className="button primary" to="/communications/new">
                  New communication
                </Link>
              }
            >
              Write one: a subject, a headline, a text and a button, with the names of people filled in.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}
