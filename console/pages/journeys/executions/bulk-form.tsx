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
export function BulkForm({ journey: { id, steps, latestVersion }, initial, onCount }: Props) {
  const [action, setAction] = useState<BulkRequest['action']>(initial?.action ?? 'retry');
  const { data: failures = [] } = useRead(['journeys', id, 'failure-causes'], () =>
    unwrap(api.GET('/api/journeys/failures/causes', { params: { query: { journeyId: id } } })),
  );
  const where = initial?.where ?? {};
  const versions = Array.from({ length: latestVersion ?? 0 }, (_, place) => String((latestVersion ?? 0) - place));
  const stepNames = new Map(steps.map((step) => [step.id, step.name ?? step.id]));
  // Executions may have failed at steps of earlier versions.
  for (const { stepId, stepName } of failures) {
    if (!stepNames.has(stepId)) stepNames.set(stepId, stepName ?? stepId);
  }
  const causes = [...new Set(failures.map(({ cause }) => cause))].sort();
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
          key={causes.join(' ')}
          label="Cause"
          name="cause"
          value={where.cause ?? ''}
          options={causes}
          format={(cause) => explainReason(cause).title ?? formatWords(cause)}
        />
      )}
      <div className="field-pair">
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
      </div>
    </Form>
  );
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
