import type { ChangeEvent } from 'react';
import { AttributeNameInput, PropertyNameInput } from '../../components/catalog-input';
import { GroupField } from '../../components/form';
import { attributeKinds, rowProblem, type AttributeKind, type AttributeRow } from '../../format/attribute-value';
import './people.css';

export const kindWords: Record<AttributeKind, string> = {
  text: 'Text',
  number: 'Number',
  'yes or no': 'Yes or no',
  JSON: 'JSON',
};

interface Props {
  rows: readonly AttributeRow[];
  onChange: (rows: AttributeRow[]) => void;
  label?: string;
  hint?: string;
  /** The noun for one row, in the button and the accessible names. */
  noun?: string;
  /** Path of the rows in the request body. */
  name?: string;
  /** For properties of an event: its name, or an empty text for any event. */
  event?: string;
}

/** Edits attributes, one name and value per row. */
export function AttributeRows({
  rows,
  onChange,
  label = 'Attributes',
  hint,
  noun = 'attribute',
  name = 'attributes',
  event,
}: Props) {
  const set = (index: number, change: Partial<AttributeRow>): void =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...change } : row)));
  return (
    <GroupField {...{ label, name, hint }}>
      {rows.map((row, index) => (
        <Row
          key={index}
          {...{ row, index, noun, event }}
          isReplaced={isNamedAgain(rows, index)}
          onChange={(change) => set(index, change)}
          onRemove={() => onChange(rows.filter((_one, place) => place !== index))}
        />
      ))}
      <button
        type="button"
        className="button"
        onClick={() => onChange([...rows, { name: '', kind: 'text', text: '' }])}
      >
        Add {noun}
      </button>
    </GroupField>
  );
}

/** Whether a later row has the same name and a valid value, which counts. */
const isNamedAgain = (rows: readonly AttributeRow[], index: number): boolean => {
  const name = rows[index]?.name.trim() ?? '';
  return name !== '' && rows.slice(index + 1).some((later) => later.name.trim() === name && rowProblem(later) === null);
};

interface RowProps {
  row: AttributeRow;
  isReplaced: boolean;
  index: number;
  noun: string;
  event: string | undefined;
  onChange: (change: Partial<AttributeRow>) => void;
  onRemove: () => void;
}

function Row({ row, isReplaced, index, noun, event, onChange, onRemove }: RowProps) {
  const about = row.name === '' ? `${noun} ${index + 1}` : row.name;
  const problem = rowProblem(row) ?? (isReplaced ? 'Another row has the same name and replaces this one.' : null);
  const nameInput = {
    'aria-label': `Name of ${about}`,
    placeholder: 'plan',
    value: row.name,
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => onChange({ name: target.value }),
  };
  return (
    <div className="attribute-row">
      <div>
        {event === undefined ? (
          <AttributeNameInput {...nameInput} />
        ) : (
          <PropertyNameInput {...nameInput} event={event} />
        )}
      </div>
      <input
        aria-label={`Value of ${about}`}
        aria-invalid={problem === null ? undefined : true}
        placeholder="pro"
        value={row.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
      <select
        aria-label={`Type of ${about}`}
        value={row.kind}
        onChange={({ target }) => onChange({ kind: target.value as AttributeKind })}
      >
        {attributeKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords[kind]}
          </option>
        ))}
      </select>
      <button type="button" className="button text bad" aria-label={`Remove ${about}`} onClick={onRemove}>
        Remove
      </button>
      {problem !== null && <p className="problem">{problem}</p>}
    </div>
  );
}
