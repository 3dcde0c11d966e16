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
  { title: 'Who', wide: true, cell: ({ condition }) => <span className="break">{describeCondition(condition)}</span> },
  { title: 'Changed', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function AudiencesPage() {
  const source = useCursorList(['audiences'], (query) => unwrap(api.GET('/api/audiences', { params: { query } })));
  return (
    <Page
      title="Audiences"
      intro="Groups of people by what is known of them and what they did, for journeys to be limited to."
      actions={<NewLink />}
    >
      <div className="list">
        <List
          source={source}
          caption="Audiences"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No audience yet." action={<NewLink />}>
              Define one by a condition on attributes and events. Who matches is decided anew each time.
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
