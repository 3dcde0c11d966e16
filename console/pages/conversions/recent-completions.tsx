import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { Ago, Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { DataTable, type Column } from '../../components/table';
import { formatAmount } from '../../format/number';

type Completion = Schemas['Completion'];

const columns: readonly Column<Completion>[] = [
  { title: 'When', cell: ({ occurredAt }) => <Ago at={occurredAt} /> },
  { title: 'Person', cell: (completion) => <Person {...completion} /> },
  { title: 'Page', cell: ({ url }) => (url === null ? <None /> : <span className="break">{url}</span>) },
  {
    title: 'Amount',
    numeric: true,
    cell: ({ amount, currency }) => (amount === null || currency === null ? <None /> : formatAmount(amount, currency)),
  },
];

const None = () => <span className="quiet">None</span>;

function Person({ endUserId, email, visitorId }: Completion) {
  if (endUserId !== null) return <Link to={`/people/${endUserId}`}>{email ?? endUserId}</Link>;
  return <span className="quiet">{visitorId === null ? 'Unknown' : 'Anonymous visitor'}</span>;
}

/** The newest completions of a conversion, with their people and amounts. */
export function RecentCompletions({ conversion: { id, eventType } }: { conversion: Schemas['Conversion'] }) {
  const query = useRead(['conversions', id, 'completions'], () =>
    unwrap(api.GET('/api/conversion-goals/{id}/completions', { params: { path: { id } } })),
  );
  return (
    <Section title="Recent completions" note="The newest 20">
      <Read query={query}>
        {(completions) =>
          completions.length === 0 ? (
            <EmptyState title="No completions yet.">
              Each event of the type <code>{eventType}</code> that matches the definition counts as one completion.
            </EmptyState>
          ) : (
            <DataTable
              caption="Recent completions"
              columns={columns}
              rows={completions}
              rowKey={({ eventId }) => eventId}
            />
          )
        }
      </Read>
    </Section>
  );
}
