import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { AttributeNameInput } from '../../components/catalog-input';
import { Section } from '../../components/facts';
import { Form, InputField, SelectField, TextField } from '../../components/form';
import {
  attributeKinds,
  attributeRows,
  attributesOf,
  rowProblem,
  type AttributeKind,
  type AttributeRow,
} from '../../format/attribute-value';
import { useMay } from '../../session/session';
import { kindWords } from './attribute-rows';

/** A person's attributes. Each is edited in its place. */
export function AttributesCard({ person }: { person: Schemas['EndUser'] }) {
  const [edited, setEdited] = useState<string | null>(null);
  const mayWrite = useMay('end_users.write');
  const rows = attributeRows(person.attributes);
  const close = (): void => setEdited(null);
  return (
    <Section
      title="Attributes"
      act={
        mayWrite && (
          <button type="button" className="button" onClick={() => setEdited('')}>
            Add
          </button>
        )
      }
    >
      <div className="card">
        {edited === '' && <EditOne personId={person.id} row={{ name: '', kind: 'text', text: '' }} close={close} />}
        {rows.length === 0 && edited !== '' && <p className="quiet">No attributes.</p>}
        <ul className="side-list" aria-label="Attributes">
          {rows.map((row) => (
            <li key={row.name}>
              {edited === row.name ? (
                <EditOne personId={person.id} row={row} close={close} />
              ) : (
                <div className="side-row">
                  <span>
                    <span className="quiet small mono break">{row.name}</span>
                    <span className="break side-value">{row.text === '' ? '–' : row.text}</span>
                  </span>
                  {mayWrite && (
                    <button
                      type="button"
                      className="button text"
                      aria-label={`Edit ${row.name}`}
                      onClick={() => setEdited(row.name)}
                    >
                      Edit
                    </button>
                  )}
                </div>
              )}
            </li>
          ))}
        </ul>
      </div>
    </Section>
  );
}

/** The fields of one attribute. @param props.row a new one has no name */
function EditOne({ personId, row, close }: { personId: string; row: AttributeRow; close: () => void }) {
  const client = useQueryClient();
  const isNew = row.name === '';
  const save = async (attributes: Record<string, unknown>): Promise<void> => {
    await unwrap(api.PATCH('/api/end-users/{id}', { params: { path: { id: personId } }, body: { attributes } }));
    await client.invalidateQueries({ queryKey: ['people'] });
    close();
  };
  const send = (fields: FormData): Promise<void> => {
    const text = (name: string): string => String(fields.get(name) ?? '');
    const written = { name: isNew ? text('name') : row.name, kind: text('kind') as AttributeKind, text: text('value') };
    const problem = written.name.trim() === '' ? 'Enter a name for the attribute.' : rowProblem(written);
    if (problem !== null) return Promise.reject(new Error(problem));
    return save(attributesOf([written]));
  };
  return (
    <div className="attribute-edit">
      <Form
        send={send}
        button="Save"
        done="Attribute saved."
        actions={
          <>
            {!isNew && (
              <button type="button" className="button text bad" onClick={() => void save({ [row.name]: null })}>
                Remove
              </button>
            )}
            <button type="button" className="button" onClick={close}>
              Cancel
            </button>
          </>
        }
      >
        {isNew && (
          <InputField label="Name" name="name">
            {(attributes) => <AttributeNameInput {...attributes} autoFocus required placeholder="plan" />}
          </InputField>
        )}
        <div className="field-row">
          <TextField
            label={isNew ? 'Value' : row.name}
            name="value"
            defaultValue={row.text}
            autoFocus={!isNew}
            autoComplete="off"
          />
          <SelectField label="Type" name="kind" defaultValue={row.kind}>
            {attributeKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindWords[kind]}
              </option>
            ))}
          </SelectField>
        </div>
      </Form>
    </div>
  );
}
