import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ChangeEvent } from 'react';
import { maxImportedAddresses, readAddresses } from '../../../domain/suppressions/read-addresses';
import { api, unwrap, type Schemas } from '../../api/client';
import { Form, SelectField, TextArea } from '../../components/form';
import { useToast } from '../../components/toast';
import { countOf } from '../../format/number';
import { reasons, reasonWords } from './reasons';

type Imported = Schemas['ImportedSuppressions'];

/** A list that was checked: its text, and what an import changes. */
interface Checked {
  text: string;
  result: Imported;
}

const shownProblems = 10;

/** Suppresses the addresses of a pasted list or a file, after a check that stores nothing. */
export function ImportAddresses({ close }: { close: () => void }) {
  const client = useQueryClient();
  const toast = useToast();
  const [text, setText] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const isChecked = checked?.text === text && checked.result.added > 0;
  const count = readAddresses(text).length;
  const send = async (fields: FormData): Promise<void> => {
    const reason = fields.get('reason') as Schemas['Suppression']['reason'];
    const body = { addresses: readAddresses(text), reason, dryRun: !isChecked };
    const result = await unwrap(api.POST('/api/suppressions/import', { body }));
    if (result.dryRun) {
      setChecked({ text, result });
      return;
    }
    await client.invalidateQueries({ queryKey: ['suppressions'] });
    toast(`${countOf(result.added, 'address', 'addresses')} suppressed.`);
    close();
  };
  return (
    <Form
      send={send}
      button={isChecked ? `Suppress ${countOf(checked.result.added, 'address', 'addresses')}` : 'Check'}
      sendable={count > 0 && count <= maxImportedAddresses}
    >
      <FileInput onText={setText} />
      <TextArea
        label="Addresses"
        name="addresses"
        rows={8}
        spellCheck={false}
        value={text}
        onChange={({ target }) => setText(target.value)}
        hint={`Paste one address per line, or a CSV file with a column "email". At most ${maxImportedAddresses.toLocaleString('en-US')}.`}
      />
      <SelectField label="Reason" name="reason" defaultValue="manual">
        {reasons.map((reason) => (
          <option key={reason} value={reason}>
            {reasonWords[reason]}
          </option>
        ))}
      </SelectField>
      {count > maxImportedAddresses && <TooMany count={count} />}
      {checked?.text === text && <Outcome of={checked.result} />}
    </Form>
  );
}

const TooMany = ({ count }: { count: number }) => (
  <p role="alert" className="alert">
    The list has {count.toLocaleString('en-US')} addresses. Import at most{' '}
    {maxImportedAddresses.toLocaleString('en-US')} at a time.
  </p>
);

function FileInput({ onText }: { onText: (text: string) => void }) {
  const id = useId();
  const read = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const file = target.files?.[0];
    if (file !== undefined) void file.text().then(onText);
  };
  return (
    <div className="field">
      <label htmlFor={id}>CSV file</label>
      <input id={id} type="file" accept=".csv,.txt,text/csv,text/plain" onChange={read} />
    </div>
  );
}

function Outcome({ of: { added, existing, repeated, invalid, problems } }: { of: Imported }) {
  return (
    <div role="status" className={`notice ${invalid > 0 || added === 0 ? 'warn' : 'good'}`}>
      <p>
        {countOf(added, 'new address', 'new addresses')}, {existing.toLocaleString('en-US')} already suppressed,{' '}
        {invalid.toLocaleString('en-US')} not valid
        {repeated > 0 && `, ${countOf(repeated, 'repetition', 'repetitions')}`}. Nothing is stored yet.
      </p>
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, shownProblems).map(({ index, text, message }) => (
            <li key={index} className="break">
              <strong>{text === '' ? '(empty)' : text}</strong>: {message}
            </li>
          ))}
          {invalid > shownProblems && <li>and {(invalid - shownProblems).toLocaleString('en-US')} more</li>}
        </ul>
      )}
    </div>
  );
}
