import { useState } from 'react';
import { numberLimits } from '../../../domain/number-limits';
import { textLimits } from '../../../domain/text-limits';
import { api, unwrap, type Schemas } from '../../api/client';
import { Form, SelectField, TextArea, TextField } from '../../components/form';
import { formText, textOrNull } from '../../components/form-text';
import { useRead } from '../../components/read';

type Target = Schemas['Target'];
type Body = Schemas['UpdateTarget'] & Schemas['CreateTarget'];

interface Props {
  initial?: Target;
  button: string;
  done: string;
  /** @throws ApiError whose details are shown at their fields */
  save: (target: Body) => Promise<unknown>;
}

const statuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;

/** What is to be reached, by when, and where its current value comes from. */
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
        label="What is counted"
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
      hint="Computed from progress and days left, unless you set one, which stands until you take it back."
    >
      <option value="">computed</option>
      {statuses.map((one) => (
        <option key={one}>{one}</option>
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
        label="Current value"
        name="sourceConversionId"
        value={source}
        onChange={({ target }) => onChange(target.value)}
        hint={source === '' ? 'You set it yourself.' : 'Completions since the target was made, counted by themselves.'}
      >
        <option value="">set by hand</option>
        {conversions.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      {source === '' && (
        <TextField
          label="Current"
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
