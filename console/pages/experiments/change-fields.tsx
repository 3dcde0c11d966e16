import { useId } from 'react';
import { GroupField, SelectField, TextArea, TextField } from '../../components/form';
import type { VariantDraft } from './draft';

type Change = VariantDraft['changes'][number];

const acts = [
  ['set', 'Set'],
  ['append', 'Append to'],
  ['remove', 'Remove'],
] as const;

const attributes = ['html', 'class', 'href', 'src', 'style'];

interface Props {
  /** Path of the changes in the request body. */
  name: string;
  changes: readonly Change[];
  onChange: (changes: Change[]) => void;
}

/** Edits the page changes of a variant. */
export function ChangeFields({ name, changes, onChange }: Props) {
  return (
    <>
      {changes.map((change, index) => (
        <OneChange
          key={index}
          label={`Change ${index + 1}`}
          name={`${name}.${index}`}
          change={change}
          onChange={(next) => onChange(changes.map((one, place) => (place === index ? next : one)))}
          onRemove={() => onChange(changes.filter((_one, place) => place !== index))}
        />
      ))}
      <button
        type="button"
        className="button"
        onClick={() => onChange([...changes, { selector: '', action: 'set', attribute: 'html', value: '' }])}
      >
        Add page change
      </button>
    </>
  );
}

interface ChangeProps {
  label: string;
  name: string;
  change: Change;
  onChange: (change: Change) => void;
  onRemove: () => void;
}

function OneChange({ label, name, change, onChange, onRemove }: ChangeProps) {
  const list = useId();
  return (
    <GroupField label={label} name={name}>
      <TextField
        label="CSS selector"
        name={`${name}.selector`}
        required
        value={change.selector}
        placeholder="#headline"
        hint="Also applies to elements that appear later."
        onChange={({ target }) => onChange({ ...change, selector: target.value })}
      />
      <div className="field-pair">
        <SelectField
          label="Action"
          name={`${name}.action`}
          value={change.action}
          onChange={({ target }) => onChange(withAction(change, target.value as Change['action']))}
        >
          {acts.map(([action, title]) => (
            <option key={action} value={action}>
              {title}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Attribute"
          name={`${name}.attribute`}
          required
          value={change.attribute}
          list={list}
          onChange={({ target }) => onChange({ ...change, attribute: target.value })}
        />
        <datalist id={list}>
          {attributes.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      </div>
      {change.action !== 'remove' && (
        <TextArea
          label="New value"
          name={`${name}.value`}
          rows={2}
          value={change.value ?? ''}
          onChange={({ target }) => onChange({ ...change, value: target.value })}
        />
      )}
      <button type="button" className="button text bad" onClick={onRemove}>
        Remove change
      </button>
    </GroupField>
  );
}

/** Removes the value if the action is `remove`, which needs none. */
function withAction({ value = '', ...rest }: Change, action: Change['action']): Change {
  return action === 'remove' ? { ...rest, action } : { ...rest, action, value };
}
