import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { useMay } from '../../session/session';
import { DraftEditor } from './editor/draft-editor';
import { SimulationView } from './editor/simulation-view';
import { VersionView } from './editor/version-view';
import { Executions } from './executions/executions';
import { Impact } from './impact';
import { JourneyAudit } from './journey-audit';
import './journey.css';
import { Lifecycle } from './lifecycle';
import { useFigures } from './use-figures';
import { Versions } from './versions';

const parent = { to: '/journeys', title: 'Journeys' };

const views = [
  ['', 'Steps'],
  ['simulate', 'Simulation'],
  ['executions', 'Executions'],
  ['impact', 'Impact'],
  ['versions', 'Versions'],
  ['audit', 'Audit log'],
] as const;

export function JourneyPage() {
  const id = usePathParam('journeyId');
  const query = useRead(['journeys', id], () => unwrap(api.GET('/api/journeys/{id}', { params: { path: { id } } })));
  const flush = useRef<() => Promise<boolean>>(() => Promise.resolve(true));
  const { values } = useFilters();
  const mayWrite = useMay('journeys.write');
  const { data: journey, error, refetch } = query;
  if (journey === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const { view = '' } = values;
  return (
    <Page
      title={journey.name}
      parent={parent}
      badge={
        <>
          <Status of={journey.status} />
          <span className="quiet small">{describeVersions(journey)}</span>
        </>
      }
      actions={<Lifecycle journey={journey} flush={() => flush.current()} />}
      intro={journey.description ?? undefined}
    >
      <nav className="journey-views" aria-label="Journey">
        {views
          .filter(([name]) => name !== 'simulate' || mayWrite)
          .map(([name, title]) => (
            <Link
              key={name}
              to="."
              search={(name === '' ? {} : { view: name }) as never}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={view === name ? 'page' : undefined}
            >
              {title}
            </Link>
          ))}
      </nav>
      <View journey={journey} view={view} onFlush={(next) => (flush.current = next)} />
    </Page>
  );
}

function describeVersions({ latestVersion, draft }: Schemas['Journey']): string {
  const published = latestVersion === null ? 'Never published' : `Version ${latestVersion}`;
  return draft === null || latestVersion === null ? published : `${published}, unpublished draft`;
}

interface ViewProps {
  journey: Schemas['Journey'];
  view: string;
  onFlush: (flush: () => Promise<boolean>) => void;
}

function View({ journey, view, onFlush }: ViewProps): ReactNode {
  switch (view) {
    case 'simulate':
      return <SimulationView key={journey.updatedAt} journey={journey} />;
    case 'executions':
      return <Executions journey={journey} />;
    case 'impact':
      return <Impact journeyId={journey.id} goal={journey.goalEventName} />;
    case 'versions':
      return <Versions journey={journey} />;
    case 'audit':
      return <JourneyAudit journeyId={journey.id} />;
    default:
      return <Steps journey={journey} onFlush={onFlush} />;
  }
}

/** Returns the version to show figures for; null for all versions. */
function countedVersion(given: string | undefined, latest: number | null): number | null {
  const version = Number(given);
  return Number.isInteger(version) && version >= 1 && version <= (latest ?? 0) ? version : null;
}

/** The editor for the draft, or a read-only view for other versions and for users who cannot edit. */
function Steps({ journey, onFlush }: Omit<ViewProps, 'view'>) {
  const { values } = useFilters();
  const mayWrite = useMay('journeys.write');
  const counted = countedVersion(values['figures'] ?? values['version'], journey.latestVersion);
  const marks = useFigures(journey, counted);
  if (values['version'] !== undefined || journey.status === 'archived' || !mayWrite) {
    return <VersionView journey={journey} version={values['version']} marks={marks} />;
  }
  return <DraftEditor key={journey.id} {...{ journey, marks, onFlush }} />;
}
