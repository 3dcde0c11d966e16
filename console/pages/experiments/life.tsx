import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { namedConversions } from '../../../domain/experiments/metrics/named-conversions';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { ConfirmButton } from '../../components/dialog';
import { useRead } from '../../components/read';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';
import { Promote } from './promote';

type Experiment = Schemas['Experiment'];

interface Change {
  label: string;
  status: 'running' | 'paused' | 'completed';
  done: string;
  primary?: boolean;
  explains: ReactNode;
}

function changesOf({ status, targetUrl, trafficSplit, variants, primaryMetric }: Experiment): Change[] {
  const shown = `${trafficSplit}% of visitors to ${targetUrl} each see one of ${variants.length} variants, and keep it.`;
  const pause: Change = {
    label: 'Pause',
    status: 'paused',
    done: 'Paused',
    explains: (
      <>
        <p>All visitors see the original page, and no new visitors join the experiment.</p>
        <p>Visitors who already joined are still counted. You can resume the experiment at any time.</p>
      </>
    ),
  };
  const complete: Change = {
    label: 'Complete',
    status: 'completed',
    done: 'Completed',
    explains: (
      <>
        <p>All visitors see the original page. Later events no longer count.</p>
        <p>The results are kept. To show a variant to all visitors, promote it.</p>
      </>
    ),
  };
  if (status === 'draft') {
    return [
      {
        label: 'Start',
        status: 'running',
        done: 'Started',
        primary: true,
        explains: (
          <>
            <p>{shown}</p>
            <StartDelay />
            <p>After the start, you can only change name, traffic and weights.</p>
            <NothingToCount metric={primaryMetric} />
          </>
        ),
      },
    ];
  }
  const resume: Change = {
    label: 'Resume',
    status: 'running',
    done: 'Resumed',
    primary: true,
    explains: <p>{shown}</p>,
  };
  if (status === 'paused') return [complete, resume];
  return status === 'running' ? [pause, complete] : [];
}

/** Says when browsers that keep the list of active experiments for a minute show a started experiment. */
export const StartDelay = () => (
  <p>
    Visitors who already loaded a page see the experiment within about a minute, when they load a page again. To see a
    variant now, use its preview link.
  </p>
);

/** Warns before the start if the experiment has nothing to count. */
function NothingToCount({ metric }: { metric: Experiment['primaryMetric'] }) {
  const { data: conversions } = useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));
  if (conversions === undefined) return null;
  const deleted = namedConversions({ primaryMetric: metric }).some(
    ({ id }) => !conversions.some((one) => one.id === id),
  );
  if (metric === null ? conversions.length > 0 : !deleted) return null;
  return (
    <p className="notice warn">
      {metric === null
        ? 'This experiment has nothing to count: it has no metric, and the workspace has no conversion. '
        : 'This experiment has nothing to count: the conversion of its metric was deleted. '}
      Visitors would be assigned, but the results would remain empty. Choose a metric or{' '}
      <Link to="/conversions">create a conversion</Link> first.
    </p>
  );
}

/** Buttons to delete, start, pause, resume, complete and promote, as the status and the permissions allow. */
export function Life({ experiment }: { experiment: Experiment }) {
  const client = useQueryClient();
  const toast = useToast();
  const [mayRun, mayWrite] = [useMay('experiments.run'), useMay('experiments.write')];
  const { id, name, status } = experiment;
  const path = { params: { path: { id } } };
  return (
    <>
      {status === 'draft' && mayWrite && (
        <DeleteButton
          name={name}
          list="experiments"
          to="/experiments"
          act={() => unwrap(api.DELETE('/api/experiments/{id}', path))}
        >
          <p>This permanently deletes the draft. No visitor has seen it, so no results are lost.</p>
        </DeleteButton>
      )}
      {mayRun &&
        changesOf(experiment).map(({ label, status: next, done, primary = false, explains }) => (
          <ConfirmButton
            key={label}
            label={label}
            title={`${label} ${name}?`}
            confirm={label}
            danger={false}
            className={primary ? 'button primary' : 'button'}
            act={async () => {
              await unwrap(api.PATCH('/api/experiments/{id}', { ...path, body: { status: next } }));
              await client.invalidateQueries({ queryKey: ['experiments'] });
              toast(`${done}: ${name}.`);
            }}
          >
            {explains}
          </ConfirmButton>
        ))}
      {mayRun && status !== 'draft' && <Promote experiment={experiment} />}
    </>
  );
}
