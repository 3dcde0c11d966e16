import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { Section } from '../../../components/facts';
import { Status } from '../../../components/status';
import { DataTable, type Column } from '../../../components/table';
import { formatMessage, formatRefusal } from '../../../format/problems';
import { bundleRows, describeCounts, kindNames, type ItemKind } from './describe-bundle';

type Bundle = Schemas['Bundle'];
type Item = Schemas['ImportedItem'] & { name: string; problem?: string | undefined };

const lists: Record<ItemKind, { key: string; path: string }> = {
  journey: { key: 'journeys', path: '/journeys' },
  communication: { key: 'communications', path: '/communications' },
  audience: { key: 'audiences', path: '/audiences' },
  trigger_contract: { key: 'trigger-contracts', path: '/triggers' },
};

/** Imports the previewed bundle and links to its items. */
export function ImportBundle({ bundle }: { bundle: Bundle }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => unwrap(api.POST('/api/journeys/import', { body: { bundle } })),
    onSuccess: () => Promise.all(Object.values(lists).map(({ key }) => client.invalidateQueries({ queryKey: [key] }))),
  });
  if (mutation.data !== undefined) return <Imported bundle={bundle} imported={mutation.data} />;
  return (
    <>
      {mutation.error !== null && (
        <div role="alert" className="alert">
          <p>
            {formatRefusal(mutation.error.message, mutation.error instanceof ApiError ? mutation.error.details : [])}
          </p>
          {mutation.error instanceof ApiError && mutation.error.details.length > 0 && (
            <ul>
              {mutation.error.details.map(({ path, message }) => (
                <li key={`${path} ${message}`}>
                  <span className="mono">{path}</span>: {formatMessage(message)}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
      <button
        type="button"
        className="button primary import-button"
        disabled={mutation.isPending}
        onClick={() => mutation.mutate()}
      >
        Import as drafts
      </button>
    </>
  );
}

const columns: readonly Column<Item>[] = [
  { title: 'Kind', cell: ({ kind }) => kindNames[kind] },
  { title: 'Name', cell: ({ kind, id, name }) => <Link to={`${lists[kind].path}/${id}`}>{name}</Link> },
  {
    title: 'Result',
    cell: ({ result, problem }) => (
      <>
        <Status of={result} /> {problem !== undefined && <span className="problem">{problem}</span>}
      </>
    ),
  },
];

function Imported({ bundle, imported }: { bundle: Bundle; imported: Schemas['ImportedOwnBundle'] }) {
  const rows = new Map(bundleRows(bundle).map((row) => [`${row.kind} ${row.externalId}`, row]));
  const items = imported.items.map((item): Item => {
    const row = rows.get(`${item.kind} ${item.externalId}`);
    // An unchanged message may have been edited since its import.
    const problem = item.result === 'unchanged' ? undefined : row?.problem;
    return { ...item, name: row?.name ?? item.externalId, problem };
  });
  // Journeys come last in the bundle, because they refer to the other items. Show them first: they are the next task.
  items.sort((a, b) => Number(b.kind === 'journey') - Number(a.kind === 'journey'));
  return (
    <Section title="Imported">
      <p role="status" className="notice good">
        {describeResult(imported)}
      </p>
      <div className="list">
        <DataTable
          caption="Imported items"
          columns={columns}
          rows={items}
          rowKey={({ kind, externalId }) => `${kind} ${externalId}`}
        />
      </div>
    </Section>
  );
}

function describeResult({ created, updated, unchanged }: Schemas['ImportedOwnBundle']): string {
  const parts = [
    ['Created', describeCounts(created)],
    ['Updated', describeCounts(updated)],
    ['Unchanged', describeCounts(unchanged)],
  ] as const;
  const sentences = parts.flatMap(([name, text]) => (text === '' ? [] : [`${name}: ${text}.`]));
  const nothing = describeCounts(created) === '' && describeCounts(updated) === '';
  return [...sentences, nothing ? 'Nothing changed since the last import.' : ''].join(' ').trim();
}
