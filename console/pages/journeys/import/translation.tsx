import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Provider } from '../../../../domain/journeys/import/schemas';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Section } from '../../../components/facts';
import { Loading } from '../../../components/states';
import { Status } from '../../../components/status';
import { DataTable, type Column } from '../../../components/table';
import { countOf } from '../../../format/number';
import { bundleRows, bySeverity, kindNames, type BundleRow, type Unmapped } from './describe-bundle';
import { ImportBundle } from './import-bundle';
import { neededOf, providerNames } from './providers';

type Bundle = Schemas['Bundle'];

interface Props {
  provider: Provider;
  exported: JsonRecord;
  number: number;
}

/** Translates an export and shows the result, which the user can then import. */
export function Translation({ provider, exported, number }: Props) {
  const { data, error } = useQuery({
    queryKey: ['translated-export', number, provider],
    queryFn: () => unwrap(api.POST('/api/journeys/translate', { body: { provider, export: exported } })),
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
  });
  if (error !== null) {
    return (
      <div role="alert" className="alert">
        <p>{error.message}</p>
        <p>
          Required for {providerNames[provider]}: {neededOf[provider]}
        </p>
      </div>
    );
  }
  if (data === undefined) return <Loading what="Translating" />;
  return (
    <BundleParts
      bundle={data}
      whenAllMapped={<p className="notice good">Every part of the export can be imported.</p>}
    />
  );
}

/** The items of a bundle, its unsupported parts, and the import button. */
export function BundleParts({ bundle, whenAllMapped }: { bundle: Bundle; whenAllMapped?: ReactNode }) {
  const unmapped = bundle.unmapped ?? [];
  return (
    <>
      <Made bundle={bundle} />
      {unmapped.length === 0 ? whenAllMapped : <NotMapped unmapped={unmapped} />}
      <ImportBundle bundle={bundle} />
    </>
  );
}

const madeColumns: readonly Column<BundleRow>[] = [
  { title: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { title: 'Name', cell: ({ name }) => <strong className="break">{name}</strong> },
  {
    title: 'Details',
    cell: ({ what, problem }) => (
      <>
        <span className="break">{what}</span> {problem !== undefined && <span className="problem">{problem}</span>}
      </>
    ),
  },
];

function Made({ bundle }: { bundle: Bundle }) {
  const rows = bundleRows(bundle);
  return (
    <Section title="Preview" note="Imported as drafts">
      <DataTable
        caption="Preview"
        columns={madeColumns}
        rows={rows}
        rowKey={({ kind, externalId }) => `${kind} ${externalId}`}
      />
    </Section>
  );
}

const meanings: Record<Unmapped['severity'], string> = {
  error: 'Complete before publishing',
  warning: 'Omitted or approximated',
  info: 'No action needed',
};

const unmappedColumns: readonly Column<Unmapped>[] = [
  { title: 'Path in the export', cell: ({ path }) => <span className="mono break">{path}</span> },
  { title: 'Reason', cell: ({ reason }) => <span className="break">{reason}</span> },
];

function NotMapped({ unmapped }: { unmapped: readonly Schemas['Unmapped'][] }) {
  return bySeverity(unmapped).map(({ severity, of }) => (
    <Section
      key={severity}
      title={meanings[severity]}
      note={
        <>
          <Status of={severity} /> {countOf(of.length, 'place', 'places')}
        </>
      }
    >
      <DataTable
        caption={meanings[severity]}
        columns={unmappedColumns}
        rows={of}
        rowKey={({ number }) => String(number)}
      />
    </Section>
  ));
}
