import { useState } from 'react';
import { explainReason } from '../../../../domain/journeys/explain-reason';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Form, SelectField, TextField } from '../../../components/form';
import { useRead } from '../../../components/read';
import { formatWords } from '../../../format/words';
import { bulkRequestOf, type BulkRequest } from './bulk-request';

interface Props {
  journey: Schemas['Journey'];
  /** The request before, when the user comes back to change it. */
  initial: BulkRequest | undefined;
  onCount: (request: BulkRequest) => Promise<void>;
}

/** Selects the executions of a bulk action. */
export function BulkForm({ journey, initial, onCount }: Props) {
  const [action, setAction] = useState<BulkRequest['action']>(initial?.action ?? 'retry');
  const { versions, stepNames, causes } = useOptions(journey);
  const where = initial?.where ?? {};
  return (
    <Form button="Count" send={(fields) => onCount(bulkRequestOf(fields))}>
      <SelectField
        label="Action"
        name="action"
        value={action}
        onChange={({ target }) => setAction(target.value === 'cancel' ? 'cancel' : 'retry')}
      >
        <option value="retry">Retry failed executions</option>
        <option value="cancel">Cancel running executions</option>
      </SelectField>
      <Choice label="Version" name="version" value={String(where.version ?? '')} options={versions} />
      <Choice
        label={action === 'retry' ? 'Failed at step' : 'Current step'}
        name="stepId"
        value={where.stepId ?? ''}
        options={[...stepNames.keys()]}
        format={(stepId) => stepNames.get(stepId) ?? stepId}
      />
      {action === 'retry' && (
        <Choice
          // The causes load after the form.
          key={[...causes.keys()].join(' ')}
          label="Cause"
          name="cause"
          value={where.cause ?? ''}
          options={[...causes.keys()]}
          format={(cause) =>
            `${explainReason(cause).title ?? formatWords(cause)} (${causes.get(cause)?.toLocaleString('en')})`
          }
        />
      )}
      <TextField
        label="Started from"
        name="startedAfter"
        type="datetime-local"
        defaultValue={localTime(where.startedAfter)}
      />
      <TextField
        label="Started before"
        name="startedBefore"
        type="datetime-local"
        defaultValue={localTime(where.startedBefore)}
      />
    </Form>
  );
}

/** The versions, steps and causes to choose from. */
function useOptions({ id, steps, latestVersion }: Schemas['Journey']) {
  const { data: failures = [] } = useRead(['journeys', id, 'failure-causes'], () =>
    unwrap(api.GET('/api/journeys/failures/causes', { params: { query: { journeyId: id } } })),
  );
  const last = latestVersion ?? 0;
  const stepNames = new Map(steps.map((step) => [step.id, step.name ?? step.id]));
  const causes = new Map<string, number>();
  for (const { stepId, stepName, cause, count } of failures) {
    // Executions may have failed at steps of earlier versions.
    if (!stepNames.has(stepId)) stepNames.set(stepId, stepName ?? stepId);
    causes.set(cause, (causes.get(cause) ?? 0) + count);
  }
  return { versions: Array.from({ length: last }, (_, place) => String(last - place)), stepNames, causes };
}

interface ChoiceProps {
  label: string;
  name: string;
  value: string;
  options: readonly string[];
  format?: (option: string) => string;
}

const Choice = ({ label, name, value, options, format = (option) => option }: ChoiceProps) => (
  <SelectField label={label} name={name} defaultValue={value}>
    <option value="">All</option>
    {options.map((option) => (
      <option key={option} value={option}>
        {format(option)}
      </option>
    ))}
  </SelectField>
);

/** Formats an instant for `datetime-local`, in the zone of the browser. */
function localTime(instant: string | undefined): string {
  if (instant === undefined) return '';
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
