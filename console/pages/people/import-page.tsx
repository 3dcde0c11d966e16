import { useQueryClient } from '@tanstack/react-query';
import { parse } from 'csv-parse/browser/esm/sync';
import { useId, useState } from 'react';
import { delimiterOf } from '../../../domain/csv-delimiter';
import { api, ApiError, unwrap } from '../../api/client';
import { Section } from '../../components/facts';
import { useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { formatProblem } from '../../format/problems';
import { EarlierImports } from './import-list';
import { ImportProgress } from './import-progress';
import { MapColumns, usualColumns } from './map-columns';
import './people.css';

/** The beginning of a file, to choose its columns by. */
interface Preview {
  file: File;
  headers: string[];
  rows: string[][];
}

const previewBytes = 65_536;
const previewRows = 3;

async function previewOf(file: File): Promise<Preview> {
  const text = await file.slice(0, previewBytes).text();
  const lines = text.slice(0, file.size > previewBytes ? text.lastIndexOf('\n') : undefined);
  const options = { bom: true, delimiter: delimiterOf(text), relaxColumnCount: true, skipEmptyLines: true, trim: true };
  const [headers = [], ...rows] = parse(lines, { ...options, to: previewRows + 1 });
  if (headers.length === 0) throw new Error('The file has no header row.');
  return { file, headers, rows };
}

/** Imports people from a CSV file: choose its columns, check what would happen, import. */
export function ImportPeoplePage() {
  const { values, set } = useFilters();
  const [preview, setPreview] = useState<Preview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const open = (file: File): void => {
    setProblem(null);
    set('import', '');
    previewOf(file).then(setPreview, (error: unknown) => setProblem(`${file.name}: ${(error as Error).message}`));
  };
  const shown = values['import'];
  return (
    <Page
      title="Import people"
      parent={{ to: '/people', title: 'People' }}
      intro="Create and update people from a CSV file of up to 50 MB. People are matched by email address or by your ID."
    >
      <div className="section">
        <ChooseFile onFile={open} />
      </div>
      {problem !== null && (
        <p role="alert" className="alert">
          {problem}
        </p>
      )}
      {preview !== null && <Choices key={`${preview.file.name} ${preview.file.lastModified}`} preview={preview} />}
      {preview === null && shown !== undefined && (
        <Section title="Import">
          <ImportProgress id={shown} />
        </Section>
      )}
      <EarlierImports onOpen={() => setPreview(null)} />
    </Page>
  );
}

function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>CSV file</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          target.value = '';
        }}
      />
      <p className="hint">The first row has the names of the columns. Save a spreadsheet as “CSV UTF-8”.</p>
    </div>
  );
}

type Stated = 'yes' | 'no' | 'file';

const consentFields = ['consent.marketing', 'consent.source'];
const unstated =
  'State whether these people agreed to marketing email: all, none, or in columns that are imported as “Marketing consent” ' +
  'and “Source of consent”.';

/** Uploads the file, as a check or as an import. */
function useUpload(file: File) {
  const client = useQueryClient();
  const [state, setState] = useState<{ busy: boolean; error: string | null }>({ busy: false, error: null });
  const [ids, setIds] = useState<{ checked: string | null; started: string | null }>({ checked: null, started: null });
  const send = async (request: Request): Promise<void> => {
    setState({ busy: true, error: null });
    try {
      const { importId } = await upload(file, request);
      setIds(request.dryRun ? { checked: importId, started: null } : { checked: null, started: importId });
      await client.invalidateQueries({ queryKey: ['people', 'imports'] });
      setState({ busy: false, error: null });
    } catch (failure) {
      const details = failure instanceof ApiError ? failure.details.map(formatProblem) : [];
      setState({ busy: false, error: [(failure as Error).message, ...details].join(' ') });
    }
  };
  const refuse = (error: string): void => setState({ busy: false, error });
  return { ...state, ...ids, send, refuse, discardCheck: () => setIds({ checked: null, started: null }) };
}

function Choices({ preview: { file, headers, rows } }: { preview: Preview }) {
  const [columns, setColumns] = useState(() => usualColumns(headers));
  const [stated, setStated] = useState<Stated>('file');
  const [source, setSource] = useState('');
  const { busy, error, checked, started, send, refuse, discardCheck } = useUpload(file);
  const change =
    <Value,>(store: (value: Value) => void) =>
    (value: Value) => {
      discardCheck();
      store(value);
    };
  const start = (dryRun: boolean): void => {
    const fields = Object.values(columns);
    const isStated = consentFields.every((field) => fields.includes(field));
    if (stated === 'file' && !isStated) return refuse(unstated);
    const consent = stated === 'file' ? {} : { consent: { marketing: stated === 'yes', source } };
    void send({ dryRun, columns, ...consent });
  };
  if (started !== null) {
    return (
      <Section title={`Import of ${file.name}`}>
        <ImportProgress id={started} />
      </Section>
    );
  }
  return (
    <>
      <MapColumns headers={headers} rows={rows} columns={columns} onChange={change(setColumns)} />
      <Consent stated={stated} source={source} onStated={change(setStated)} onSource={change(setSource)} />
      {error !== null && (
        <p role="alert" className="alert">
          {error}
        </p>
      )}
      <p>
        <button type="button" className="button" disabled={busy} onClick={() => start(true)}>
          {busy ? 'Uploading…' : 'Check'}
        </button>{' '}
        <button
          type="button"
          className="button primary"
          disabled={busy || checked === null}
          onClick={() => start(false)}
        >
          Import
        </button>
      </p>
      {checked === null ? (
        <p className="hint">Check the file first: nothing is changed, and you see what the import would do.</p>
      ) : (
        <ImportProgress id={checked} />
      )}
    </>
  );
}

interface ConsentProps {
  stated: Stated;
  source: string;
  onStated: (stated: Stated) => void;
  onSource: (source: string) => void;
}

function Consent({ stated, source, onStated, onSource }: ConsentProps) {
  const id = useId();
  const choice = (value: Stated, text: string) => (
    <label>
      <input type="radio" name={id} checked={stated === value} onChange={() => onStated(value)} /> {text}
    </label>
  );
  return (
    <Section title="Consent">
      <fieldset className="consent-choices">
        <legend>Did these people agree to marketing email?</legend>
        {choice('yes', 'All of them agreed')}
        {choice('no', 'None of them agreed')}
        {choice('file', 'The file has columns for consent and its source')}
      </fieldset>
      {stated !== 'file' && (
        <div className="field">
          <label htmlFor={`${id}-source`}>Source</label>
          <input
            id={`${id}-source`}
            value={source}
            required
            maxLength={100}
            placeholder="Trade fair in Berlin, May 2026"
            onChange={({ target }) => onSource(target.value)}
          />
          <p className="hint">
            Where and how they agreed. It is kept as evidence. People who opted out stay opted out.
          </p>
        </div>
      )}
    </Section>
  );
}

interface Request {
  dryRun: boolean;
  columns: Record<string, string>;
  consent?: { marketing: boolean; source: string };
}

const upload = (file: File, { dryRun, columns, consent }: Request) =>
  unwrap(
    api.POST('/api/end-users/import', {
      params: {
        query: {
          dryRun: dryRun ? 'true' : 'false',
          // JSON in the query; the type of the client has the parsed objects.
          columns: JSON.stringify(columns) as never,
          ...(consent === undefined ? {} : { consent: JSON.stringify(consent) as never }),
        },
      },
      headers: { 'Content-Type': 'text/csv' },
      body: file as never,
      bodySerializer: (body) => body as never,
    }),
  );
