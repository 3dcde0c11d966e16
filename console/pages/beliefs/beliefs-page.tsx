import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useWholeList } from '../../api/lists';
import { FilterText, useFilters } from '../../components/filters';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { formatConfidence } from '../../format/number';
import { AddressDialog } from '../../components/address-dialog';
import { useMay } from '../../session/session';
import { BeliefForm } from './belief-form';
import { LastEvidence } from './freshness';

type Belief = Schemas['Belief'];

const columns: readonly Column<Belief>[] = [
  { title: 'Belief', cell: ({ id, statement }) => <RowLink to={`/beliefs/${id}`}>{statement}</RowLink> },
  { title: 'Confidence', numeric: true, cell: ({ confidence }) => formatConfidence(confidence) },
  { title: 'Evidence', numeric: true, cell: ({ evidence }) => evidence.length },
  { title: 'Owner', wide: true, cell: ({ owner }) => owner ?? <span className="quiet">None</span> },
  { title: 'Last evidence', cell: ({ freshness }) => <LastEvidence of={freshness} /> },
];

export function BeliefsPage() {
  const { text = '' } = useFilters().values;
  const mayWrite = useMay('beliefs.write');
  const source = useWholeList(['beliefs'], () => unwrap(api.GET('/api/beliefs')));
  const rows = source.rows?.filter(({ statement }) => statement.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <Page
      title="Beliefs"
      intro="Your assumptions about customers, and how much the evidence supports them."
      actions={mayWrite && <NewBelief />}
    >
      <div className="filters">
        <FilterText label="Belief" name="text" />
      </div>
      <List
        source={{ ...source, rows }}
        caption="Beliefs"
        columns={columns}
        rowKey={({ id }) => id}
        filtered={(source.rows?.length ?? 0) > 0}
        empty={
          <EmptyState title="No beliefs yet.">
            Write down what you expect before you test it. An experiment that tests a belief updates its confidence when
            it ends.
          </EmptyState>
        }
      />
    </Page>
  );
}

function NewBelief() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <AddressDialog title="New belief">
      {() => (
        <BeliefForm
          button="Create"
          done="Belief created."
          priorName="confidence"
          save={async ({ prior: confidence, ...body }) => {
            const { id } = await unwrap(api.POST('/api/beliefs', { body: { ...body, confidence } }));
            await client.invalidateQueries({ queryKey: ['beliefs'] });
            await navigate({ to: `/beliefs/${id}` });
          }}
        />
      )}
    </AddressDialog>
  );
}
