import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { DeleteButton } from '../../components/delete-button';
import { ConfirmButton } from '../../components/dialog';
import { useToast } from '../../components/toast';
import { useMay } from '../../session/session';

type Experiment = Schemas['Experiment'];

interface Change {
  label: string;
  status: 'running' | 'paused' | 'completed';
  done: string;
  primary?: boolean;
  explains: ReactNode;
}

function changesOf({ status, targetUrl, trafficSplit, variants }: Experiment): Change[] {
  const shown = `${trafficSplit} % of the visitors of ${targetUrl} are each shown one of ${variants.length} variants, and keep it.`;
  const pause: Change = {
    label: 'Pause',
    status: 'paused',
    done: 'paused',
    explains: (
      <>
        <p>From now on every visitor sees the page as it is, and no new visitor takes part.</p>
        <p>What visitors who took part still do is counted. It can be resumed.</p>
      </>
    ),
  };
  const complete: Change = {
    label: 'Complete',
    status: 'completed',
    done: 'completed',
    explains: (
      <>
        <p>From now on every visitor sees the page as it is. What happens later does not count any more.</p>
        <p>The results stay. To show a variant to all visitors, promote it.</p>
      </>
    ),
  };
  if (status === 'draft') {
    return [
      {
        label: 'Start',
        status: 'running',
        done: 'started',
        primary: true,
        explains: (
          <>
            <p>From now on {shown}</p>
            <p>Page, metrics, engine and plan are fixed from then on; name, traffic and weights can still change.</p>
          </>
        ),
      },
    ];
  }
  const resume: Change = {
    label: 'Resume',
    status: 'running',
    done: 'running again',
    primary: true,
    explains: <p>From now on {shown}</p>,
  };
  if (status === 'paused') return [complete, resume];
  return status === 'running' ? [pause, complete] : [];
}

/** Start, pause, resume, complete and promote, each where the status allows it, for those who may; members delete drafts. */
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
          <p>The draft is gone for good. No visitor has seen it, and no figures are lost.</p>
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
              toast(`${name}: ${done}.`);
            }}
          >
            {explains}
          </ConfirmButton>
        ))}
      {mayRun && status !== 'draft' && <Promote experiment={experiment} />}
    </>
  );
}

function Promote({ experiment: { id, name, variants, targetUrl, promotedVariantId } }: { experiment: Experiment }) {
  const client = useQueryClient();
  const toast = useToast();
  const [variantId, setVariantId] = useState(promotedVariantId ?? variants[1]?.id ?? '');
  const chosen = variants.find((variant) => variant.id === variantId)?.name ?? variantId;
  return (
    <ConfirmButton
      label="Promote"
      title={`Promote a variant of ${name}?`}
      confirm="Promote"
      danger={false}
      act={async () => {
        await unwrap(api.POST('/api/experiments/{id}/promote', { params: { path: { id } }, body: { variantId } }));
        await client.invalidateQueries({ queryKey: ['experiments'] });
        toast(`${chosen} is shown to all visitors.`);
      }}
    >
      <div className="field">
        <label htmlFor="promoted-variant">Variant</label>
        <select id="promoted-variant" value={variantId} onChange={({ target }) => setVariantId(target.value)}>
          {variants.map((variant) => (
            <option key={variant.id} value={variant.id}>
              {variant.name}
            </option>
          ))}
        </select>
      </div>
      <p>
        The experiment is completed, and every visitor of {targetUrl} is shown {chosen}, until its status is changed.
        The results stay.
      </p>
    </ConfirmButton>
  );
}
