import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { describeCondition } from '../../format/condition';
import { formatCount } from '../../format/number';
import { formatInstant } from '../../format/time';

type Audience = Schemas['Audience'];

const columns: readonly Column<Audience>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/audiences/${id}`}>{name}</RowLink> },
  {
    title: 'Condition',
    wide: true,
    cell: ({ condition }) => <span className="break">{describeCondition(condition)}</span>,
  },
  {
    title: 'People',
    numeric: true,
    cell: ({ size }) =>
      size === null ? (
        <span className="quiet">Counting…</span>
      ) : (
        <span title={`Counted ${formatInstant(size.countedAt)}`}>{formatCount(size.members)}</span>
      ),
  },
  { title: 'Updated', cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function AudiencesPage() {
  const source = useCursorList(['audiences'], (query) => unwrap(api.GET('/api/audiences', { params: { query } })));
  useUntilCounted(source.rows);
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

const recountMs = 2_000;

/** Reads the list again while an audience has no count yet. */
function useUntilCounted(rows: readonly Audience[] | undefined): void {
  const client = useQueryClient();
  const isCounting = rows?.some(({ size }) => size === null) ?? false;
  useEffect(() => {
    if (!isCounting) return undefined;
    const timer = setInterval(() => void client.invalidateQueries({ queryKey: ['audiences'], exact: true }), recountMs);
    return () => clearInterval(timer);
  }, [client, isCounting]);
}

const NewLink = () => (
  <Link className="button primary" to="/audiences/new">
    New audience
  </Link>
);
