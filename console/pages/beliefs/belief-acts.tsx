import { useQueryClient } from '@tanstack/react-query';
import { inPercent, numberLimits } from '../../../domain/number-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { AddressDialog } from '../../components/address-dialog';
import { DeleteButton } from '../../components/delete-button';
import { EditRecord } from '../../components/edit-record';
import { ConfirmButton } from '../../components/dialog';
import { Form, SelectField, TextField } from '../../components/form';
import { formText } from '../../components/form-text';
import { useToast } from '../../components/toast';
import { countOf } from '../../format/number';
import { BeliefForm, type BeliefDraft } from './belief-form';

type Belief = Schemas['Belief'];

export function BeliefActs({ belief }: { belief: Belief }) {
  const client = useQueryClient();
  const { id, statement, evidence } = belief;
  const path = { params: { path: { id } } };
  const saved = () => client.invalidateQueries({ queryKey: ['beliefs'] });
  return (
    <>
      <DeleteButton
        name={statement}
        list="beliefs"
        to="/beliefs"
        act={() => unwrap(api.DELETE('/api/beliefs/{id}', path))}
      >
        <p>
          This also deletes {countOf(evidence.length, 'evidence entry', 'evidence entries')}. Experiments and journeys
          that use the belief continue without it. This cannot be undone.
        </p>
      </DeleteButton>
      <AddressDialog title="Add evidence" name="evidence" primary={false}>
        {(close) => (
          <EvidenceForm
            save={async (body) => {
              await unwrap(api.POST('/api/beliefs/{id}/update-confidence', { ...path, body }));
              await saved();
              close();
            }}
          />
        )}
      </AddressDialog>
      <AddressDialog title="Edit" name="edit">
        {(close) => (
          <EditRecord<Belief, BeliefDraft>
            record={belief}
            noun="belief"
            list="beliefs"
            read={() => unwrap(api.GET('/api/beliefs/{id}', path))}
            write={(body) => unwrap(api.PATCH('/api/beliefs/{id}', { ...path, body }))}
          >
            {(record, save) => (
              <BeliefForm
                initial={record}
                button="Save"
                done="Belief saved."
                priorName="prior"
                save={(body) => save(body).then(close)}
              />
            )}
          </EditRecord>
        )}
      </AddressDialog>
    </>
  );
}

type Evidence = Schemas['UpdateConfidence'];

function EvidenceForm({ save }: { save: (evidence: Evidence) => Promise<void> }) {
  const send = (fields: FormData): Promise<void> =>
    save({
      type: formText(fields, 'type') === 'external' ? 'external' : 'observation',
      delta: Number((Number(formText(fields, 'delta')) / 100).toFixed(6)),
      sampleSize: Number(formText(fields, 'sampleSize')),
      // A form submitted twice counts once.
      messageId: crypto.randomUUID(),
    });
  return (
    <Form send={send} button="Add" done="Evidence added.">
      <SelectField label="Type" name="type" hint="Experiments and journeys add their evidence automatically.">
        <option value="observation">Observation</option>
        <option value="external">External</option>
      </SelectField>
      <TextField
        label="Difference in rates (percentage points)"
        name="delta"
        type="number"
        {...inPercent(numberLimits.evidenceDelta)}
        step="any"
        required
        hint="Positive values support the belief, negative values weaken it. For example, enter 1 for a change from 4% to 5%."
      />
      <TextField
        label="Sample size"
        name="sampleSize"
        type="number"
        min={1}
        step={1}
        required
        hint="Larger samples change the confidence more."
      />
    </Form>
  );
}

/** Withdraws a manual evidence entry. */
export function Withdraw({ beliefId, evidenceId }: { beliefId: string; evidenceId: string }) {
  const client = useQueryClient();
  const toast = useToast();
  return (
    <ConfirmButton
      label="Withdraw"
      className="button text bad"
      title="Withdraw this evidence?"
      confirm="Withdraw"
      act={async () => {
        await unwrap(
          api.DELETE('/api/beliefs/{id}/evidence/{evidenceId}', { params: { path: { id: beliefId, evidenceId } } }),
        );
        await client.invalidateQueries({ queryKey: ['beliefs'] });
        toast('Evidence withdrawn.');
      }}
    >
      <p>The confidence is recalculated without this entry.</p>
    </ConfirmButton>
  );
}
