import { useId, useState } from 'react';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { Facts } from '../../../components/facts';
import { Page } from '../../../components/page';
import { ExportFile, type GivenExport } from './export-file';
import './import.css';
import { neededOf, neededOfBundle, providerNames } from './providers';
import type { Export } from './read-export';
import { BundleParts, Translation } from './translation';

const providers = Object.entries(providerNames) as [Provider, string][];

interface Given extends GivenExport {
  /** Tells it from the same file given before. */
  number: number;
}

/** A flow of another provider is read, shown as what it becomes with all that does not map, and then imported as drafts. */
export function ImportPage() {
  const [given, setGiven] = useState<Given | null>(null);
  return (
    <Page
      title="Import journeys"
      parent={{ to: '/journeys', title: 'Journeys' }}
      intro="Flows of Klaviyo, Braze, Customer.io and Mailchimp, and bundles of Apex, become drafts. Nothing is written before you have seen what they become."
    >
      <div className="import">
        <ExportFile onGiven={(next) => setGiven((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))} />
        {given !== null && <Shown key={given.number} given={given} />}
        <details>
          <summary>What an export has to hold</summary>
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
          {read.provider === null && <option value="">not recognized</option>}
          {providers.map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
      </div>
      {provider === null ? (
        <p role="alert" className="alert">
          {name} has the form of no provider’s export. Choose its provider above, or see below what an export has to
          hold.
        </p>
      ) : (
        <Translation key={provider} provider={provider} exported={read.exported} number={number} />
      )}
    </>
  );
}
