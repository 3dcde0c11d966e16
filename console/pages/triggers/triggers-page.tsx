import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../api/client';
import { useCursorList } from '../../api/lists';
import { AddressDialog } from '../../components/address-dialog';
import { List } from '../../components/list';
import { Page } from '../../components/page';
import { Ago } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { EmptyState } from '../../components/states';
import type { Column } from '../../components/table';
import { describeCondition } from '../../format/condition';
import { emptyTrigger, TriggerForm } from './trigger-form';

type Trigger = Schemas['TriggerContract'];

const columns: readonly Column<Trigger>[] = [
  { title: 'Name', cell: ({ id, name }) => <RowLink to={`/triggers/${id}`}>{name}</RowLink> },
  { title: 'Event', cell: ({ eventName }) => <span className="mono break">{eventName}</span> },
  {
    title: 'Condition',
    wide: true,
    cell: ({ where }) =>
      where === null ? <span className="quiet">None</span> : <span className="break">{describeCondition(where)}</span>,
  },
  { title: 'Updated', wide: true, cell: ({ updatedAt }) => <Ago at={updatedAt} /> },
];

export function TriggersPage() {
  const source = useCursorList(['trigger-contracts'], (query) =>
    unwrap(api.GET('/api/trigger-contracts', { params: { query } })),
  );
  return (
    <Page title="Triggers" intro="Events that start journeys." actions={<NewTrigger />}>
      <div className="list">
        <List
          source={source}
          caption="Triggers"
          columns={columns}
          rowKey={({ id }) => id}
          empty={
            <EmptyState title="No triggers yet.">
              Choose an event that your pages or servers send, such as <code>signed_up</code>. A journey with this
              trigger starts for each person who has the event.
            </EmptyState>
          }
        />
      </div>
    </Page>
  );
}

function NewTrigger() {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (
    <AddressDialog title="New trigger">
      {() => (
        <TriggerForm
          initial={emptyTrigger}
          button="Create"
          done="Trigger created."
          save={async (body) => {
            const { id } = await unwrap(api.POST('/api/trigger-contracts', { body }));
            await client.invalidateQueries({ queryKey: ['trigger-contracts'] });
            await navigate({ to: `/triggers/${id}` });
          }}
        />
      )}
    </AddressDialog>
  );
}
