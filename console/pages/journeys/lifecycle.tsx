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
  /** The past participle for the toast: `paused`. */
  done: string;
  title: string;
  call: () => Promise<unknown>;
  explains: string;
  /** The effect on running executions. */
  then: string;
  danger?: boolean;
  primary?: boolean;
}

function actsOf({ id, name, status, draft }: Schemas['Journey']): Act[] {
  const path = { params: { path: { id } } };
  const archive: Act = {
    ...{ label: 'Archive', done: 'archived', title: `Archive ${name}?`, danger: true },
    call: () => unwrap(api.POST('/api/journeys/{id}/archive', path)),
    explains: 'The journey starts no new executions and cannot be resumed.',
    then: 'end immediately as canceled.',
  };
  const pause: Act = {
    ...{ label: 'Pause', done: 'paused', title: `Pause ${name}?` },
    call: () => unwrap(api.POST('/api/journeys/{id}/pause', path)),
    explains: 'Events during the pause start no executions, now or later.',
    then: 'continue.',
  };
  const resume: Act = {
    ...{ label: 'Resume', done: 'resumed', title: `Resume ${name}?` },
    call: () => unwrap(api.POST('/api/journeys/{id}/resume', path)),
    explains: 'New events start executions again.',
    then: 'are not affected.',
  };
  const publish: Act = {
    ...{ label: 'Publish', done: 'published', title: `Publish ${name}?`, primary: true },
    call: () => unwrap(api.POST('/api/journeys/{id}/publish', path)),
    explains: 'New executions use the steps of the draft.',
    then: 'stay on their version.',
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
  /** Saves the draft. @returns whether everything is saved */
  flush?: () => Promise<boolean>;
  /** The class of the buttons. */
  className?: string;
}

const nothingToSave = (): Promise<boolean> => Promise.resolve(true);

/** The actions that the status and the user's role allow. */
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
          throw new Error('The draft is not saved. Fix the error above the steps, then publish again.');
        await call();
        await client.invalidateQueries({ queryKey: ['journeys'] });
        toast(`${journey.name} ${done}.`);
      }}
    >
      <p>{explains}</p>
      {primary && <PublishSummary journey={journey} flush={flush} />}
      <RunningNote journeyId={journey.id} then={then} />
    </ConfirmButton>
  ));
}

/** The number of affected executions, counted when the dialog opens. Renders nothing for 0. */
function RunningNote({ journeyId: id, then }: { journeyId: string; then: string }) {
  const { data: running } = useRead(['journeys', id, 'waiting-count'], async () => {
    const steps = await unwrap(api.GET('/api/journeys/{id}/step-stats', { params: { path: { id } } }));
    return steps.reduce((sum, { waiting }) => sum + waiting, 0);
  });
  if (running === 0) return null;
  return (
    <p role="status">
      {running === undefined ? 'Running executions' : countOf(running, 'running execution', 'running executions')}{' '}
      {then}
    </p>
  );
}

/** Returns the warnings that publishing would return. Empty if it would fail: the attempt then shows the error. */
const findWarnings = async (id: string): Promise<readonly string[]> => {
  const request = { params: { path: { id }, query: { dryRun: 'true' as const } } };
  const { data } = await api.POST('/api/journeys/{id}/publish', request);
  return data?.warnings ?? [];
};

/** The changes from the latest version, and the warnings. */
function PublishSummary({ journey, flush }: { journey: Schemas['Journey']; flush: () => Promise<boolean> }) {
  const { id, latestVersion } = journey;
  const query = useQuery({
    // Not below `journeys`, which are read again after publishing. There is nothing to publish then.
    queryKey: ['publish-summary', id],
    queryFn: async () => {
      await flush();
      const [draft, warnings] = await Promise.all([
        unwrap(api.GET('/api/journeys/{id}', { params: { path: { id } } })),
        findWarnings(id),
      ]);
      if (latestVersion === null) return { changes: [], warnings };
      const path = { params: { path: { id }, query: { version: latestVersion } } };
      const published = await unwrap(api.GET('/api/journeys/{id}', path));
      return { changes: draftChanges(definitionOf(published), definitionOf(draft)), warnings };
    },
    staleTime: Infinity,
    gcTime: 0,
  });
  const notices = query.data?.warnings.map((warning) => (
    <p className="notice warn small" key={warning}>
      {warning}
    </p>
  ));
  if (latestVersion === null) {
    return (
      <>
        <p>The draft becomes version 1. People can enter from now on.</p>
        {notices}
      </>
    );
  }
  return (
    <>
      <h3>Changes in version {latestVersion + 1}</h3>
      <Read query={query}>{({ changes }) => <ChangeList changes={changes} />}</Read>
      <p className="quiet small">The version keeps the current content of its messages, trigger and audience.</p>
      {notices}
    </>
  );
}
