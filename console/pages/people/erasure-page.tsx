import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { Ago, useRead } from '../../components/read';
import { RowLink } from '../../components/row-link';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { countOf, formatCount } from '../../format/number';
import { formatWords } from '../../format/words';

type Erasure = Schemas['Erasure'];

const stageWords: Readonly<Record<Erasure['stage'], string>> = {
  runs: 'Ending journeys',
  workflows: 'Deleting executions from Temporal',
  records: 'Erasing records',
  events: 'Making events anonymous',
  done: 'Done',
};

/** The progress of an erasure. It does not name the person. */
export function ErasurePage() {
  const id = usePathParam('erasureId');
  const { data, error, refetch } = useRead(
    ['erasures', id],
    () => unwrap(api.GET('/api/erasures/{id}', { params: { path: { id } } })),
    ({ status }) => status === 'running',
  );
  if (data === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const { status, stage, progress, requestedAt, completedAt, failure } = data;
  return (
    <Page title="Erasure" parent={{ to: '/people', title: 'People' }} badge={<Status of={status} />}>
      <div className="card" role="status">
        <Facts
          of={[
            ['Stage', stageWords[stage]],
            ['Executions deleted', formatCount(progress.executions)],
            ['Records changed or removed', formatCount(progress.records)],
            ['Events made anonymous', formatCount(progress.events)],
            ['Requested', <Ago key="requested" at={requestedAt} />],
            ['Completed', <Ago key="completed" at={completedAt} never="Not yet" />],
          ]}
        />
        {failure !== null && <p className="alert">{failure} Erase the person again to continue.</p>}
      </div>
      <Section title="What is kept">
        <p>
          Counts in reports, without the person. A fingerprint of their address and IDs, which cannot be turned back
          into them, so that late events do not create them again. The record of this erasure.
        </p>
        <Mentions of={data} />
      </Section>
    </Page>
  );
}

function Mentions({ of: { mentions } }: { of: Erasure }) {
  if (mentions.length === 0) return null;
  return (
    <>
      <p>{countOf(mentions.length, 'setting names', 'settings name')} the person. They are not changed. Edit them:</p>
      <ul>
        {mentions.map(({ kind, id, version }) => (
          <li key={`${kind} ${id} ${version ?? ''}`}>
            {formatWords(kind)} {pathOf(kind, id) === null ? id : <RowLink to={pathOf(kind, id) ?? ''}>{id}</RowLink>}
            {version !== null && `, version ${version}`}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The page of a setting; null if it has none. */
function pathOf(kind: string, id: string): string | null {
  if (/journey|draft|version/.test(kind)) return `/journeys/${id}`;
  if (kind === 'audience') return `/audiences/${id}`;
  return kind === 'communication' ? `/communications/${id}` : null;
}
