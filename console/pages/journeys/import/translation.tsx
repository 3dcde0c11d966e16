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

/** What an export becomes, and what it does not; importing follows once that is seen. */
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
          An export of {providerNames[provider]}: {neededOf[provider]}
        </p>
      </div>
    );
  }
  if (data === undefined) return <Loading what="Translating" />;
  return (
    <BundleParts bundle={data} whenAllMapped={<p className="notice good">All of the export has a form here.</p>} />
  );
}

/** What a bundle holds, what its source could not say in it, and importing it. */
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
  { title: 'What', cell: ({ what }) => <span className="break">{what}</span> },
];

function Made({ bundle }: { bundle: Bundle }) {
  const rows = bundleRows(bundle);
  return (
    <Section title="What it becomes" note="drafts, once imported">
      <DataTable
        caption="What it becomes"
        columns={madeColumns}
        rows={rows}
        rowKey={({ kind, externalId }) => `${kind} ${externalId}`}
      />
    </Section>
  );
}

const meanings: Record<Unmapped['severity'], string> = {
  error: 'To complete by hand before publishing',
  warning: 'Left out, or something near in its place',
  info: 'Nothing to do',
};

const unmappedColumns: readonly Column<Unmapped>[] = [
  { title: 'Where in the export', cell: ({ path }) => <span className="mono break">{path}</span> },
  { title: 'Why', cell: ({ reason }) => <span className="break">{reason}</span> },
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
