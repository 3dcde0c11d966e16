import { useId, useState } from 'react';
import type { Comparison, Condition } from '../../../../domain/conditions/schemas';
import { FieldNameInput } from '../../../components/catalog-input';
import { emptyValue, readValue, writeValue, type TypedValue, type ValueKind } from './condition-value';
import { SelectInput, TextInput } from './fields';

const operators: readonly (readonly [Comparison['operator'], string])[] = [
  ['equals', 'is'],
  ['not_equals', 'is not'],
  ['in', 'is one of'],
  ['not_in', 'is not one of'],
  ['contains', 'contains'],
  ['starts_with', 'starts with'],
  ['greater_than', 'is more than'],
  ['less_than', 'is less than'],
  ['at_least', 'is at least'],
  ['at_most', 'is at most'],
  ['exists', 'is set'],
];

const kinds: readonly (readonly [ValueKind, string])[] = [
  ['text', 'Text'],
  ['number', 'Number'],
  ['boolean', 'Yes/no'],
];

/** Compares a field of the person or event with a value. */
export function ComparisonFields({ value, onChange }: ComparisonProps) {
  const read = readValue(value.value);
  const id = useId();
  return (
    <>
      <div className="field">
        <label htmlFor={`${id}-field`}>Field</label>
        <FieldNameInput
          id={`${id}-field`}
          value={value.field}
          placeholder="attributes.plan"
          onChange={({ target }) => onChange({ ...value, field: target.value })}
        />
      </div>
      <SelectInput
        label="Operator"
        value={value.operator}
        options={operators}
        onChange={(next) => {
          const operator = next as Comparison['operator'];
          // The boolean of `exists` is not a value to compare with.
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
          <label htmlFor={id}>Has a value</label>
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
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

/** Keeps the typed text until the field loses focus, because `1.` can become 1.5. */
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
          label={several ? 'Values (comma-separated)' : 'Value'}
          value={shown.text}
          onChange={(text) => {
            setTyped({ ...shown, text });
            write({ ...shown, text });
          }}
        />
      )}
      <SelectInput
        label="Type"
        value={shown.kind}
        options={kinds}
        onChange={(kind) => write({ ...shown, kind: kind as ValueKind })}
      />
    </div>
  );
}
