import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { describeCondition } from '../../format/condition';

type Audience = Schemas['Audience'];

const columns: readonly Column<Audience>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/audiences/${id}`}>{name}</RowLink> },
  {
    title: 'Condition',
    wide: true,
    cell: ({ condition }) => <span className="break">{describeCondition(condition)}</span>,
  },
  { title: 'Updated', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function AudiencesPage() {
  const source = useCursorList(['audiences'], (query) => unwrap(api.GET('/api/audiences', { params: { query } })));
  return (
    <Page
      title="Audiences"
      intro="Groups of people by attributes and events. Use them to limit journeys."
      actions={<NewLink />}
    >
      <div className="list">
        <List
          source={source}
          caption="Audiences"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No audiences yet." action={<NewLink />}>
              Define an audience by a condition on attributes and events. Membership updates automatically.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

const NewLink = () => (
  <Link className="button primary" to="/audiences/new">
    New audience
  </Link>
);
