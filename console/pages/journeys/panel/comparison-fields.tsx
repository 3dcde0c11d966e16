import { useId, useState } from 'react';
import type { Comparison, Condition } from '../../../../domain/conditions/schemas';
import { emptyValue, readValue, writeValue, type TypedValue, type ValueKind } from './condition-value';
import { SelectInput, TextInput } from './fields';

const operators: readonly (readonly [Comparison['operator'], string])[] = [
  ['equals', 'is'],
  ['not_equals', 'is not'],
  ['in', 'is one of'],
  ['not_in', 'is none of'],
  ['contains', 'contains'],
  ['starts_with', 'starts with'],
  ['greater_than', 'is more than'],
  ['less_than', 'is less than'],
  ['at_least', 'is at least'],
  ['at_most', 'is at most'],
  ['exists', 'is there'],
];

const kinds: readonly (readonly [ValueKind, string])[] = [
  ['text', 'text'],
  ['number', 'number'],
  ['boolean', 'yes or no'],
];

/** A field of the person or of the event, compared with a value. */
export function ComparisonFields({ value, onChange }: ComparisonProps) {
  const read = readValue(value.value);
  const id = useId();
  return (
    <>
      <TextInput
        label="Field"
        value={value.field}
        list={['email', 'timezone', 'attributes.plan', 'event.data.']}
        onChange={(field) => onChange({ ...value, field })}
      />
      <SelectInput
        label="Operator"
        value={value.operator}
        options={operators}
        onChange={(next) => {
          const operator = next as Comparison['operator'];
          // Whether it is there says nothing of the value that it is compared with.
          const kept = value.operator === 'exists' ? emptyValue : read;
          onChange({ ...value, operator, value: writeValue(operator, kept) });
        }}
      />
      {value.operator === 'exists' ? (
        <div className="field check">
          <input
            id={id}
            type="checkbox"
            checked={value.value !== false}
            onChange={(event) => onChange({ ...value, value: event.target.checked })}
          />
          <label htmlFor={id}>It is there</label>
        </div>
      ) : (
        <ValueFields value={value} onChange={onChange} />
      )}
    </>
  );
}

interface ComparisonProps {
  value: Comparison;
  onChange: (next: Condition) => void;
}

const yesOrNo = [
  ['true', 'yes'],
  ['false', 'no'],
] as const;

/** What is typed stays as it is typed until the field is left: `1.` is on the way to 1.5. */
function ValueFields({ value, onChange }: ComparisonProps) {
  const { operator } = value;
  const [typed, setTyped] = useState<TypedValue | null>(null);
  const shown = typed ?? readValue(value.value);
  const write = (next: TypedValue): void => onChange({ ...value, value: writeValue(operator, next) });
  const several = operator === 'in' || operator === 'not_in';
  return (
    <div className="field-pair" onBlur={() => setTyped(null)}>
      {shown.kind === 'boolean' && !several ? (
        <SelectInput
          label="Value"
          value={shown.text}
          options={yesOrNo}
          onChange={(text) => write({ ...shown, text })}
        />
      ) : (
        <TextInput
          label={several ? 'Values, by commas' : 'Value'}
          value={shown.text}
          onChange={(text) => {
            setTyped({ ...shown, text });
            write({ ...shown, text });
          }}
        />
      )}
      <SelectInput
        label="As"
        value={shown.kind}
        options={kinds}
        onChange={(kind) => write({ ...shown, kind: kind as ValueKind })}
      />
    </div>
  );
}
