import { useState } from 'react';
import { numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Form, SelectField, TextArea, TextField } from '../../components/form';
import { formText, textOrNull } from '../../components/form-text';
import { useRead } from '../../components/read';
import { formatWords } from '../../format/words';

type Target = Schemas['Target'];
export type TargetBody = Schemas['UpdateTarget'] & Schemas['CreateTarget'];

interface Props {
  initial?: Target;
  button: string;
  done: string;
  /** @throws ApiError; the form shows its details at their fields */
  save: (target: TargetBody) => Promise<unknown>;
}

const statuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;

/** Edits a target: its metric, value, deadline, and the source of its current value. */
export function TargetForm({ initial, button, done, save }: Props) {
  const [source, setSource] = useState(initial?.sourceConversionId ?? '');
  const send = (fields: FormData): Promise<unknown> =>
    save({
      metric: formText(fields, 'metric'),
      target: Number(formText(fields, 'target')),
      deadline: formText(fields, 'deadline'),
      sourceConversionId: source === '' ? null : source,
      ...(source === '' ? { current: Number(formText(fields, 'current') || '0') } : {}),
      unit: textOrNull(fields, 'unit'),
      description: textOrNull(fields, 'description'),
      ...(initial === undefined ? {} : { status: statuses.find((one) => one === formText(fields, 'status')) ?? null }),
    });
  return (
    <Form send={send} button={button} done={done}>
      <TextField
        label="Metric"
        name="metric"
        required
        maxLength={textLimits.name}
        defaultValue={initial?.metric}
        placeholder="monthly_signups"
      />
      <div className="field-row">
        <TextField
          label="Target"
          name="target"
          type="number"
          {...numberLimits.target}
          step="any"
          required
          defaultValue={initial?.target}
        />
        <TextField
          label="Unit"
          name="unit"
          maxLength={textLimits.unit}
          defaultValue={initial?.unit ?? ''}
          placeholder="users"
        />
        <TextField
          label="Deadline"
          name="deadline"
          type="date"
          required
          defaultValue={initial?.deadline.slice(0, 10)}
        />
      </div>
      <Source source={source} initial={initial} onChange={setSource} />
      <TextArea
        label="Description"
        name="description"
        maxLength={textLimits.longText}
        defaultValue={initial?.description ?? ''}
      />
      {initial !== undefined && <StatusField initial={initial} />}
    </Form>
  );
}

function StatusField({ initial }: { initial: Target }) {
  return (
    <SelectField
      label="Status"
      name="status"
      defaultValue={initial.statusIsAuto ? '' : initial.status}
      hint="Automatic uses progress and the days left. A status you choose stays until you change it."
    >
      <option value="">Automatic</option>
      {statuses.map((one) => (
        <option key={one} value={one}>
          {formatWords(one)}
        </option>
      ))}
    </SelectField>
  );
}

interface SourceProps {
  source: string;
  initial: Target | undefined;
  onChange: (source: string) => void;
}

function Source({ source, initial, onChange }: SourceProps) {
  const { data: conversions = [] } = useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  return (
    <>
      <SelectField
        label="Value source"
        name="sourceConversionId"
        value={source}
        onChange={({ target }) => onChange(target.value)}
        hint={source === '' ? 'You enter the current value.' : 'Counts completions since the target was created.'}
      >
        <option value="">Manual entry</option>
        {conversions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {source === '' && (
        <TextField
          label="Current value"
          name="current"
          type="number"
          step="any"
          required
          defaultValue={initial?.current ?? 0}
        />
      )}
    </>
  );
}
