import { GroupField } from '../../components/form';
import { attributeKinds, rowProblem, type AttributeKind, type AttributeRow } from '../../format/attribute-value';

const kindWords: Record<AttributeKind, string> = {
  text: 'Text',
  number: 'Number',
  'yes or no': 'Yes or no',
  JSON: 'JSON',
};

interface Props {
  rows: readonly AttributeRow[];
  onChange: (rows: AttributeRow[]) => void;
  label?: string;
  /** The noun for one row, in the button and the accessible names. */
  noun?: string;
  /** Path of the rows in the request body. */
  name?: string;
}

/** Edits attributes, one name and value per row. */
export function AttributeRows({
  rows,
  onChange,
  label = 'Attributes',
  noun = 'attribute',
  name = 'attributes',
}: Props) {
  const set = (index: number, change: Partial<AttributeRow>): void =>
    onChange(rows.map((row, place) => (place === index ? { ...row, ...change } : row)));
  return (
    <GroupField label={label} name={name}>
      {rows.map((row, index) => (
        <Row
          key={index}
          {...{ row, index, noun }}
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

interface RowProps {
  row: AttributeRow;
  index: number;
  noun: string;
  onChange: (change: Partial<AttributeRow>) => void;
  onRemove: () => void;
}

function Row({ row, index, noun, onChange, onRemove }: RowProps) {
  const about = row.name === '' ? `${noun} ${index + 1}` : row.name;
  const problem = rowProblem(row);
  return (
    <div className="attribute-row">
      <input
        aria-label={`Name of ${about}`}
        placeholder="plan"
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value })}
      />
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
