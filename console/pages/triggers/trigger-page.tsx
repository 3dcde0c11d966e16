import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { Ago, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { describeCondition } from '../../format/condition';
import { useMay } from '../../session/session';
import { TriggerForm, type TriggerDraft } from './trigger-form';

export function TriggerPage() {
  const id = usePathParam('triggerId');
  const path = { params: { path: { id } } };
  const query = useRead(['trigger-contracts', id], () => unwrap(api.GET('/api/trigger-contracts/{id}', path)));
  const mayWrite = useMay('trigger_contracts.write');
  const { data: trigger, error, refetch } = query;
  if (trigger === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const { name, eventName, where, updatedAt } = trigger;
  return (
    <Page
      title={name}
      parent={{ to: '/triggers', title: 'Triggers' }}
      actions={
        mayWrite && (
          <DeleteButton
            name={name}
            list="trigger-contracts"
            to="/triggers"
            act={() => unwrap(api.DELETE('/api/trigger-contracts/{id}', path))}
          >
            <p>Drafts that use this trigger cannot be published until you choose another one.</p>
            <p>You cannot delete a trigger that a published journey uses. This cannot be undone.</p>
          </DeleteButton>
        )
      }
    >
      <Facts
        of={[
          ['Event', eventName],
          ['Condition', where === null ? 'None' : describeCondition(where)],
          ['Updated', <Ago key="changed" at={updatedAt} />],
        ]}
      />
      {mayWrite && (
        <Section title="Trigger settings" note="To apply changes to a published journey, publish it again">
          <EditRecord<Schemas['TriggerContract'], TriggerDraft>
            key={id}
            record={trigger}
            noun="trigger"
            list="trigger-contracts"
            read={() => unwrap(api.GET('/api/trigger-contracts/{id}', path))}
            write={(body) => unwrap(api.PATCH('/api/trigger-contracts/{id}', { ...path, body }))}
          >
            {(record, save) => (
              <TriggerForm
                initial={{ name: record.name, eventName: record.eventName, where: record.where }}
                button="Save"
                done="Trigger saved."
                save={save}
              />
            )}
          </EditRecord>
        </Section>
      )}
    </Page>
  );
}
