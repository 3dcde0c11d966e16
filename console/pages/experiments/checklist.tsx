import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { Section } from '../../components/facts';
import { useFilters } from '../../components/filters';
import { Computed, Read, useRead } from '../../components/read';

type Check = Schemas['ExperimentChecklist'][number];

const titles: Record<Check['check'], string> = {
  metric: 'Metric',
  snippet: 'Snippet',
  size: 'Sample size',
  variants: 'Variants',
  overlap: 'Other experiments',
  scripts: 'Scripts',
};

const marks: Record<Check['status'], readonly [tone: string, word: string]> = {
  ok: ['good', 'OK'],
  warning: ['warn', 'Check'],
  blocked: ['bad', 'Blocked'],
};

/** Shows whether a draft is ready to start, and where to fix what is not. */
export function Checklist({ id }: { id: string }) {
  const { set } = useFilters();
  const onStep = (step: number): void => set('step', String(step + 1));
  const query = useRead(['experiments', id, 'checklist'], () =>
    unwrap(api.GET('/api/experiments/{id}/checklist', { params: { path: { id } } })),
  );
  return (
    <Section title="Before you start" note={<Computed query={query} />} act={<Again query={query} />}>
      <Read query={query}>
        {(checks) => (
          <ul className="card checks checklist">
            {checks.map((check) => (
              <li key={check.check} data-check={check.check} data-value={check.status}>
                <span className={`status ${marks[check.status][0]}`}>{marks[check.status][1]}</span>
                <div>
                  <strong>{titles[check.check]}.</strong> <span className="break">{check.message}</span>
                </div>
                {check.status !== 'ok' && <div className="checklist-fix">{fixOf(check, onStep)}</div>}
              </li>
            ))}
          </ul>
        )}
      </Read>
    </Section>
  );
}

const Again = ({ query }: { query: { isFetching: boolean; refetch: () => unknown } }) => (
  <button type="button" className="button" disabled={query.isFetching} onClick={() => void query.refetch()}>
    Check again
  </button>
);

function fixOf({ check, experimentIds }: Check, onStep: (step: number) => void): ReactNode {
  const toStep = (step: number, label: string): ReactNode => (
    <button type="button" className="button text" onClick={() => onStep(step)}>
      {label}
    </button>
  );
  switch (check) {
    case 'metric':
      return (
        <>
          {toStep(2, 'Choose a metric')} <Link to="/conversions">Conversions</Link>
        </>
      );
    case 'snippet':
      return (
        <>
          {toStep(0, 'Change the page')} <Link to="/install">Install the snippet</Link>
        </>
      );
    case 'size':
      return toStep(3, 'Change the size');
    case 'variants':
      return toStep(1, 'Edit the variants');
    case 'overlap':
      return (
        <>
          {toStep(3, 'Set a group')}{' '}
          {experimentIds.slice(0, 1).map((other) => (
            <Link key={other} to={`/experiments/${other}`}>
              Other experiment
            </Link>
          ))}
        </>
      );
    case 'scripts':
      return (
        <>
          {toStep(1, 'Edit the variants')} <Link to="/settings/workspace">Workspace settings</Link>
        </>
      );
  }
}
