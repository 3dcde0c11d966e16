import { useId, useState } from 'react';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { Facts } from '../../../components/facts';
import { Page } from '../../../components/page';
import { ExportFile, type ReadExport } from './export-file';
import './import.css';
import { neededOf, neededOfBundle, providerNames } from './providers';
import type { Export } from './read-export';
import { BundleParts, Translation } from './translation';

const providers = Object.entries(providerNames) as [Provider, string][];

interface Given extends ReadExport {
  /** Distinguishes repeated imports of the same file. */
  number: number;
}

/** Reads the export of another provider, shows a preview with the unsupported parts, and imports drafts. */
export function ImportPage() {
  const [given, setGiven] = useState<Given | null>(null);
  return (
    <Page
      title="Import journeys"
      parent={{ to: '/journeys', title: 'Journeys' }}
      intro="Import flows from Klaviyo, Braze, Customer.io and Mailchimp, or bundles from Apex, as drafts. You see a preview first."
    >
      <div className="import">
        <ExportFile onRead={(next) => setGiven((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))} />
        {given !== null && <Shown key={given.number} given={given} />}
        <details>
          <summary>File requirements</summary>
          <Facts
            of={[...providers.map(([provider, name]) => [name, neededOf[provider]] as const), ['Apex', neededOfBundle]]}
          />
        </details>
      </div>
    </Page>
  );
}

function Shown({ given: { name, read, number } }: { given: Given }) {
  if ('problem' in read) {
    return (
      <p role="alert" className="alert">
        {name}: {read.problem}
      </p>
    );
  }
  if ('bundle' in read) return <BundleParts bundle={read.bundle} />;
  return <Recognized name={name} read={read} number={number} />;
}

function Recognized({ name, read, number }: { name: string; read: Export; number: number }) {
  const id = useId();
  const [provider, setProvider] = useState(read.provider);
  return (
    <>
      <div className="field provider">
        <label htmlFor={id}>Provider of {name}</label>
        <select
          id={id}
          value={provider ?? ''}
          onChange={({ target }) => setProvider(providers.find(([one]) => one === target.value)?.[0] ?? null)}
        >
          {read.provider === null && <option value="">Not recognized</option>}
          {providers.map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {provider === null ? (
        <p role="alert" className="alert">
          {name} was not recognized as an export. Choose its provider above, or compare it with the file requirements
          below.
        </p>
      ) : (
        <Translation key={provider} provider={provider} exported={read.exported} number={number} />
      )}
    </>
  );
}
