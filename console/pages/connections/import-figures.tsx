import { useQueryClient } from '@tanstack/react-query';
import { useId, useState, type DragEvent } from 'react';
import { platformNames } from '../../../domain/connections/platform-names';
import { api, unwrap, type Schemas } from '../../api/client';
import { countOf } from '../../format/number';

type Imported = Schemas['ImportedMetrics'];

interface Outcome {
  file: string;
  imported: Imported | null;
  error: string | null;
}

const maxListed = 20;

/** Imports ad data from a CSV file that the user chooses or drops. */
export function ImportFigures() {
  const id = useId();
  const client = useQueryClient();
  const [platform, setPlatform] = useState('google_ads');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File): Promise<void> => {
    setBusy(true);
    try {
      const imported = await importCsv(platform, await file.text());
      await client.invalidateQueries({ queryKey: ['metrics'] });
      setOutcome({ file: file.name, imported, error: null });
    } catch (error) {
      setOutcome({ file: file.name, imported: null, error: (error as Error).message });
    }
    setBusy(false);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    if (file !== undefined) void send(file);
  };
  return (
    <div className="card stack import-figures" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <Columns />
      <div className="field-row">
        <div className="field">
          <label htmlFor={`${id}-platform`}>Platform</label>
          <input
            id={`${id}-platform`}
            value={platform}
            list={`${id}-platforms`}
            pattern="[a-z][a-z0-9_\-]{0,49}"
            onChange={({ target }) => setPlatform(target.value)}
          />
          <datalist id={`${id}-platforms`}>
            {Object.keys(platformNames).map((type) => (
              <option key={type} value={type} />
            ))}
          </datalist>
        </div>
        <div className="field">
          <label htmlFor={`${id}-file`}>CSV file</label>
          <input
            id={`${id}-file`}
            type="file"
            accept=".csv,text/csv"
            disabled={busy}
            onChange={({ target }) => {
              const file = target.files?.[0];
              if (file !== undefined) void send(file);
              target.value = '';
            }}
          />
        </div>
      </div>
      {outcome !== null && <Shown outcome={outcome} />}
    </div>
  );
}

const Columns = () => (
  <p>
    Drop or choose a CSV file with a header row. Required columns: <code className="break">date,campaign,spend</code>.
    Optional columns: <code className="break">impressions,clicks,conversions,revenue,currency</code>. Rows replace
    earlier imports of the same campaign and day.
  </p>
);

const importCsv = (connectorType: string, text: string): Promise<Imported> =>
  unwrap(
    api.POST('/api/metrics/{connectorType}/import', {
      params: { path: { connectorType } },
      headers: { 'Content-Type': 'text/csv' },
      body: text as never,
      bodySerializer: (body) => body as unknown as string,
    }),
  );

function Shown({ outcome: { file, imported, error } }: { outcome: Outcome }) {
  if (imported === null) {
    return (
      <p role="alert" className="alert">
        {file}: {error}
      </p>
    );
  }
  const { imported: count, rejected } = imported;
  return (
    <div role="status" className={`notice ${rejected.length === 0 ? 'good' : 'warn'}`}>
      <p>
        {file}: {countOf(count, 'row', 'rows')} imported
        {rejected.length === 0 ? '.' : `, ${countOf(rejected.length, 'row', 'rows')} rejected:`}
      </p>
      {rejected.length > 0 && (
        <ul>
          {rejected.slice(0, maxListed).map(({ row, message }) => (
            <li key={row}>
              Row {row}: {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
