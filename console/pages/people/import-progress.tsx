import { useQueryClient } from '@tanstack/react-query';
import { useQuery } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Facts } from '../../components/facts';
import { Read } from '../../components/read';
import { DataTable } from '../../components/table';
import { countOf, formatCount } from '../../format/number';

type Import = Schemas['PeopleImport'];

const isRunning = ({ status }: Import): boolean => ['receiving', 'running', 'undoing'].includes(status);
const pollMs = 1_000;
const undoableMs = 86_400_000;

/** The progress and the result of an import or a check, with its errors and the undo. */
export function ImportProgress({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['people', 'imports', id],
    queryFn: () => unwrap(api.GET('/api/end-users/imports/{id}', { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? pollMs : false),
  });
  return <Read query={query}>{(found) => <Result of={found} />}</Read>;
}

function Result({ of: found }: { of: Import }) {
  const { dryRun, status, total, created, updated, unchanged, rejected, removed, kept, errors } = found;
  const done = created + updated + unchanged + rejected;
  const isUndone = status === 'undoing' || status === 'undone';
  return (
    <div className="card stack" role="status">
      <p>
        <strong>{headingOf(found)}</strong>
      </p>
      {isRunning(found) && (
        <progress
          max={Math.max(isUndone ? created : total, 1)}
          value={isUndone ? removed + kept : done}
          aria-label="Progress"
        />
      )}
      <Facts
        of={[
          [dryRun ? 'Would be created' : 'Created', formatCount(created)],
          [dryRun ? 'Would be updated' : 'Updated', formatCount(updated)],
          ['Unchanged', formatCount(unchanged)],
          ['Refused', formatCount(rejected)],
          ...(isUndone
            ? ([
                ['Deleted again', formatCount(removed)],
                ['Kept, because of changes or activity', formatCount(kept)],
              ] as const)
            : []),
        ]}
      />
      {errors.length > 0 && <Errors of={found} />}
      <Undo of={found} />
    </div>
  );
}

function headingOf({ dryRun, status, total }: Import): string {
  const rows = countOf(total, 'row', 'rows');
  if (status === 'completed') return dryRun ? `${rows} checked. Nothing was changed.` : `${rows} imported.`;
  if (status === 'undone') return 'The import was undone.';
  if (status === 'undoing') return 'Undoing the import…';
  return dryRun ? `Checking ${rows}…` : `Importing ${rows}…`;
}

function Errors({ of: { id, errors, rejected } }: { of: Import }) {
  return (
    <>
      <DataTable
        caption="Refused rows"
        rows={errors.slice(0, 10)}
        rowKey={({ row }) => String(row)}
        columns={[
          { title: 'Row', numeric: true, cell: ({ row }) => formatCount(row) },
          { title: 'Problem', cell: ({ message }) => <span className="break">{message}</span> },
        ]}
      />
      <p>
        <a href={`/api/end-users/imports/${id}/errors`} download>
          Download {countOf(rejected, 'refused row', 'refused rows')}
        </a>
      </p>
    </>
  );
}

function Undo({ of: { id, dryRun, status, created, completedAt } }: { of: Import }) {
  const client = useQueryClient();
  const isRecent = completedAt !== null && Date.now() - Date.parse(completedAt) < undoableMs;
  if (dryRun || status !== 'completed' || created === 0 || !isRecent) return null;
  return (
    <p>
      <ConfirmButton
        label="Undo import"
        title="Undo this import?"
        confirm="Undo import"
        act={async () => {
          await unwrap(api.POST('/api/end-users/imports/{id}/undo', { params: { path: { id } } }));
          await client.invalidateQueries({ queryKey: ['people'] });
        }}
      >
        <p>
          {countOf(created, 'person that it created is', 'people that it created are')} deleted, except those who were
          changed since or have activity. Changes of people who existed before stay.
        </p>
      </ConfirmButton>
    </p>
  );
}
