import { useId, useState, type ReactNode } from 'react';
import { EventNameInput } from '../../../components/catalog-input';
import { durationUnits, readDuration, writeDuration } from '../../../format/duration';

/** Fields of the panel. Input changes the draft immediately. */

interface Around {
  label: string;
  hint?: ReactNode;
  problem?: string | undefined;
}

interface TextProps extends Around {
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  type?: string;
  list?: readonly string[];
  placeholder?: string;
}

function Field({ id, label, hint, problem, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && <p className="hint">{hint}</p>}
      {problem !== undefined && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
    </div>
  );
}

export function TextInput({
  label,
  hint,
  problem,
  value,
  onChange,
  rows,
  type = 'text',
  list,
  placeholder,
}: TextProps) {
  const id = useId();
  const shared = {
    ...{ id, value, placeholder },
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': problem === undefined ? undefined : `${id}-problem`,
  };
  return (
    <Field {...{ id, label, hint, problem }}>
      {rows === undefined ? (
        <input
          {...shared}
          type={type}
          list={list === undefined ? undefined : `${id}-list`}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <textarea {...shared} rows={rows} onChange={(event) => onChange(event.target.value)} />
      )}
      {list !== undefined && (
        <datalist id={`${id}-list`}>
          {list.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

/** A field with the name of an event. */
export function EventInput({ label, hint, value, onChange }: Around & Pick<TextProps, 'value' | 'onChange'>) {
  const id = useId();
  return (
    <Field {...{ id, label, hint }}>
      <EventNameInput id={id} value={value} placeholder="purchase" onChange={({ target }) => onChange(target.value)} />
    </Field>
  );
}

interface NumberProps extends Around {
  value: number;
  onChange: (value: number) => void;
  min: number;
  max: number;
  step?: number;
}

/** Changes the draft only if the number is within its limits. */
export function NumberInput({ label, hint, value, onChange, min, max, step = 1 }: NumberProps) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const fits = (text: string): boolean => text !== '' && Number(text) >= min && Number(text) <= max;
  return (
    <Field
      {...{ id, label, hint }}
      problem={typed !== null && !fits(typed) ? `Enter a number from ${min} to ${max}.` : undefined}
    >
      <input
        {...{ id, min, max, step }}
        type="number"
        value={typed ?? String(value)}
        onChange={({ target }) => {
          setTyped(target.value);
          if (fits(target.value)) onChange(Number(target.value));
        }}
        onBlur={() => setTyped(null)}
      />
    </Field>
  );
}

interface SelectProps extends Around {
  value: string;
  onChange: (value: string) => void;
  options: readonly (readonly [value: string, title: string])[];
}

export function SelectInput({ label, hint, problem, value, onChange, options }: SelectProps) {
  const id = useId();
  return (
    <Field {...{ id, label, hint, problem }}>
      <select
        id={id}
        value={value}
        aria-invalid={problem === undefined ? undefined : true}
        onChange={(event) => onChange(event.target.value)}
      >
        {!options.some(([one]) => one === value) && <option value={value}>{value}</option>}
        {options.map(([one, title]) => (
          <option key={one} value={one}>
            {title}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function CheckInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: boolean;
  onChange: (is: boolean) => void;
}) {
  const id = useId();
  return (
    <div className="field check">
      <input id={id} type="checkbox" checked={value} onChange={(event) => onChange(event.target.checked)} />
      <label htmlFor={id}>{label}</label>
    </div>
  );
}

/** A duration as number and unit, or in ISO 8601 if it has several parts. */
export function DurationInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (iso: string) => void;
}) {
  const read = readDuration(value);
  if (read === null) {
    return (
      <TextInput label={`${label} (ISO 8601)`} value={value} onChange={onChange} hint="For example, P3D or P1DT12H." />
    );
  }
  return (
    <div className="field-pair">
      <NumberInput
        label={label}
        value={read.count}
        min={1}
        max={10_000}
        onChange={(count) => onChange(writeDuration({ ...read, count }))}
      />
      <SelectInput
        label="Unit"
        value={read.unit}
        options={durationUnits.map((unit) => [unit, `${unit}s`])}
        onChange={(unit) => onChange(writeDuration({ ...read, unit }))}
      />
    </div>
  );
}
