import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { Read, useRead } from '../../components/read';
import { EmptyState } from '../../components/states';
import { Status } from '../../components/status';
import { DataTable } from '../../components/table';

/** The experiments and journeys that test a belief. */
export function BeliefUses({ beliefId: id }: { beliefId: string }) {
  const query = useRead(['beliefs', id, 'uses'], () =>
    unwrap(api.GET('/api/beliefs/{id}/uses', { params: { path: { id } } })),
  );
  return (
    <Section title="Tested by">
      <Read query={query}>{(uses) => <Uses uses={uses} />}</Read>
    </Section>
  );
}

function Uses({ uses: { experiments, journeys } }: { uses: Schemas['BeliefUses'] }) {
  const rows = [
    ...experiments.map((one) => ({ ...one, kind: 'Experiment', to: `/experiments/${one.id}` })),
    ...journeys.map((one) => ({ ...one, kind: 'Journey', to: `/journeys/${one.id}` })),
  ];
  if (rows.length === 0) {
    return (
      <EmptyState
        title="Not tested yet."
        action={
          <Link className="button" to="/experiments/new">
            New experiment
          </Link>
        }
      >
        Choose this belief in an experiment, or in an experiment step of a journey.
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="Tested by"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Name', cell: ({ to, name }) => <Link to={to}>{name}</Link> },
        { title: 'Kind', cell: ({ kind }) => kind },
        { title: 'Status', cell: ({ status }) => <Status of={status} /> },
      ]}
    />
  );
}
