import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Read, useRead } from '../../components/read';
import { useToast } from '../../components/toast';
import { countOf } from '../../format/number';
import { useMay } from '../../session/session';
import { ChangeList } from './change-list';
import { definitionOf } from './model/definition';
import { draftChanges } from './model/merge';

interface Act {
  label: string;
  /** `published again`: what is said once it is done. */
  done: string;
  title: string;
  call: () => Promise<unknown>;
  explains: string;
  /** What becomes of executions that run. */
  then: string;
  danger?: boolean;
  primary?: boolean;
}

function actsOf({ id, name, status, draft }: Schemas['Journey']): Act[] {
  const path = { params: { path: { id } } };
  const archive: Act = {
    ...{ label: 'Archive', done: 'archived', title: `Archive ${name}?`, danger: true },
    call: () => unwrap(api.POST('/api/journeys/{id}/archive', path)),
    explains: 'It starts no executions any more, and cannot be resumed.',
    then: 'end at once, as CANCELED.',
  };
  const pause: Act = {
    ...{ label: 'Pause', done: 'paused', title: `Pause ${name}?` },
    call: () => unwrap(api.POST('/api/journeys/{id}/pause', path)),
    explains: 'Events in the meantime start nothing, also later.',
    then: 'go on as they are.',
  };
  const resume: Act = {
    ...{ label: 'Resume', done: 'published again', title: `Resume ${name}?` },
    call: () => unwrap(api.POST('/api/journeys/{id}/resume', path)),
    explains: 'Events start it again, from now on.',
    then: 'were never stopped.',
  };
  const publish: Act = {
    ...{ label: 'Publish', done: 'published', title: `Publish the draft of ${name}?`, primary: true },
    call: () => unwrap(api.POST('/api/journeys/{id}/publish', path)),
    explains: 'People who start from now on get the draft’s steps.',
    then: 'stay on the version that they began with.',
  };
  return [
    ...(status === 'published' || status === 'paused' ? [archive] : []),
    ...(status === 'published' ? [pause] : []),
    ...(status === 'paused' ? [resume] : []),
    ...(draft !== null && status !== 'archived' ? [publish] : []),
  ];
}

interface Props {
  journey: Schemas['Journey'];
  /** Saves what is typed. @returns whether all of it is */
  flush?: () => Promise<boolean>;
  /** Of the buttons. */
  className?: string;
}

const nothingToSave = (): Promise<boolean> => Promise.resolve(true);

/** Publish, pause, resume and archive, each where the status allows it, for those who may. */
export function Lifecycle({ journey, flush = nothingToSave, className = 'button' }: Props) {
  const client = useQueryClient();
  const toast = useToast();
  const mayPublish = useMay('journeys.publish');
  if (!mayPublish) return null;
  return actsOf(journey).map(({ label, done, title, call, explains, then, danger = false, primary = false }) => (
    <ConfirmButton
      key={label}
      label={label}
      title={title}
      confirm={label}
      danger={danger}
      className={primary ? 'button primary' : className}
      act={async () => {
        if (primary && !(await flush()))
          throw new Error('The draft is not saved yet. See what stands in the way above the steps.');
        await call();
        await client.invalidateQueries({ queryKey: ['journeys'] });
        toast(`${journey.name}: ${done}.`);
      }}
    >
      <p>{explains}</p>
      {primary && <PublishSummary journey={journey} flush={flush} />}
      <RunningNote journeyId={journey.id} then={then} />
    </ConfirmButton>
  ));
}

/** How many it concerns, counted as the question is asked. */
function RunningNote({ journeyId: id, then }: { journeyId: string; then: string }) {
  const { data: running } = useRead(['journeys', id, 'waiting-count'], async () => {
    const steps = await unwrap(api.GET('/api/journeys/{id}/step-stats', { params: { path: { id } } }));
    return steps.reduce((sum, { waiting }) => sum + waiting, 0);
  });
  return (
    <p role="status">
      {running === undefined ? 'Executions that run' : countOf(running, 'running execution', 'running executions')}{' '}
      {then}
    </p>
  );
}

/** What publishing changes, against the version that people enter now. */
function PublishSummary({ journey, flush }: { journey: Schemas['Journey']; flush: () => Promise<boolean> }) {
  const { id, latestVersion } = journey;
  const query = useQuery({
    queryKey: ['journeys', id, 'publish-summary', latestVersion, journey.updatedAt],
    queryFn: async () => {
      await flush();
      const draft = await unwrap(api.GET('/api/journeys/{id}', { params: { path: { id } } }));
      if (latestVersion === null) return null;
      const path = { params: { path: { id }, query: { version: latestVersion } } };
      return draftChanges(definitionOf(await unwrap(api.GET('/api/journeys/{id}', path))), definitionOf(draft));
    },
    staleTime: 0,
  });
  if (latestVersion === null) return <p>It becomes version 1, and starts from now on.</p>;
  return (
    <>
      <h3>What version {latestVersion + 1} changes</h3>
      <Read query={query}>{(changes) => <ChangeList changes={changes ?? []} />}</Read>
      <p className="quiet small">Words of messages, of the trigger and of the audience are frozen as they are now.</p>
    </>
  );
}
