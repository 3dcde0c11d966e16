import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { EditRecord } from '../../components/edit-record';
import { Facts, Section } from '../../components/facts';
import { useFilters } from '../../components/filters';
import { Page } from '../../components/page';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { describeMetric, metricTitles } from '../../format/metric';
import { countOf, formatShare } from '../../format/number';
import { useMay } from '../../session/session';
import { bodyOf, draftOf } from './draft';
import { ExperimentForm } from './experiment-form';
import { Life, StartDelay } from './life';
import { PreviewLinks } from './preview-links';
import { Checklist } from './checklist';
import { Results } from './results';
import { Segments } from './segments';
import { ServingForm } from './serving-form';
import { Share } from './share';
import { VariantChanges } from './variant-changes';
import { engineWords, modeWords } from './words';

type Experiment = Schemas['Experiment'];

export function ExperimentPage() {
  const id = usePathParam('experimentId');
  const path = { params: { path: { id } } };
  const query = useRead(['experiments', id], () => unwrap(api.GET('/api/experiments/{id}', path)));
  const { data: experiment, error, refetch } = query;
  const [mayWrite, mayRun] = [useMay('experiments.write'), useMay('experiments.run')];
  if (experiment === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  const previews = mayWrite ? <PreviewLinks key={`${id} ${experiment.updatedAt}`} experiment={experiment} /> : null;
  return (
    <Page
      title={experiment.name}
      parent={{ to: '/experiments', title: 'Experiments' }}
      badge={<Status of={experiment.status} />}
      actions={
        <>
          {mayRun && experiment.status !== 'draft' && <Share id={id} name={experiment.name} />}
          <Life experiment={experiment} />
        </>
      }
    >
      {experiment.status === 'draft' ? (
        <>
          <Setup experiment={experiment} />
          <Checklist id={id} />
        </>
      ) : (
        <>
          <Shown experiment={experiment} previews={previews} />
          <Section title="Setup">
            <Setup experiment={experiment} />
          </Section>
        </>
      )}
      {mayRun && (experiment.status === 'running' || experiment.status === 'paused') && (
        <Section title="Traffic and weights" note="Changes appear in the audit log">
          <EditExperiment key={id} experiment={experiment}>
            {(record, save) => <ServingForm experiment={record} save={save} />}
          </EditExperiment>
        </Section>
      )}
      {experiment.status === 'draft' && mayWrite && (
        <Section title="Draft" note="After the start, you can only change name, traffic and weights">
          <EditExperiment key={id} experiment={experiment}>
            {(record, save) => (
              <ExperimentForm
                initial={draftOf(record)}
                button="Save draft"
                done="Draft saved."
                save={(draft) => save(bodyOf(draft))}
              />
            )}
          </EditExperiment>
        </Section>
      )}
      {experiment.status === 'draft' && previews}
    </Page>
  );
}

const useConversions = () => useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));

/** How often results are read again while events are not counted yet. */
const backlogMs = 5_000;

function Shown({ experiment, previews }: { experiment: Experiment; previews: ReactNode }) {
  const { id, name, status, variants, startedAt } = experiment;
  const baseline = useFilters().values['baseline'];
  const query = baseline === undefined ? {} : { baseline };
  const results = useQuery({
    // The promotion shares the key without a baseline.
    queryKey: ['experiments', id, 'results', ...Object.values(query)],
    queryFn: () => unwrap(api.GET('/api/experiments/{id}/results', { params: { path: { id }, query } })),
    // Another baseline replaces the figures in place.
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.backlog !== null ? backlogMs : false),
  });
  const { data: conversions = [] } = useConversions();
  const nameOf = (metric: string): string | undefined => conversions.find((one) => one.id === metric)?.name;
  return (
    <Read query={results}>
      {/* openapi-fetch loses the tuple types of intervals. */}
      {(data) => (
        <Results
          name={name}
          results={data as Schemas['ExperimentResults']}
          computed={<Computed query={results} />}
          titleOf={metricTitles(data.primaryMetric, nameOf)}
          changes={
            <>
              {status === 'running' && data.variants.every(({ exposures }) => exposures === 0) && <StartDelay />}
              <VariantChanges variants={variants} />
              {previews !== null && (
                <details className="previews">
                  <summary>Preview the variants</summary>
                  {previews}
                </details>
              )}
            </>
          }
          segments={(view) => startedAt !== null && <Segments id={id} view={view} />}
        />
      )}
    </Read>
  );
}

type EditProps = ComponentProps<typeof EditRecord<Experiment, Schemas['UpdateExperiment']>>;

function EditExperiment({ experiment, children }: { experiment: Experiment } & Pick<EditProps, 'children'>) {
  const path = { params: { path: { id: experiment.id } } };
  return (
    <EditRecord
      record={experiment}
      noun="experiment"
      list="experiments"
      read={() => unwrap(api.GET('/api/experiments/{id}', path))}
      write={(body) => unwrap(api.PATCH('/api/experiments/{id}', { ...path, body }))}
    >
      {children}
    </EditRecord>
  );
}

function Setup({ experiment }: { experiment: Experiment }) {
  const { targetUrl, engine, mode, trafficSplit, primaryMetric, startedAt, endedAt, beliefId, variants } = experiment;
  const { data: conversions = [] } = useConversions();
  const promoted = variants.find(({ id }) => id === experiment.promotedVariantId);
  return (
    <Facts
      of={[
        ['Page', targetUrl],
        ['Metric', describeMetric(primaryMetric, conversions)],
        [
          'Mode',
          <span key="mode" data-value={mode}>
            {modeWords[mode]}
          </span>,
        ],
        [
          'Engine',
          <span key="engine" data-value={engine}>
            {engineWords[engine]}
          </span>,
        ],
        ['Traffic', `${trafficSplit}%`],
        ...countingFacts(experiment),
        ['Started', <Ago key="started" at={startedAt} never="Not started" />],
        ['Ended', <Ago key="ended" at={endedAt} never="Not ended" />],
        ...(promoted === undefined ? [] : [['Promoted variant', promoted.name] as const]),
        ...(beliefId === null
          ? []
          : [
              [
                'Belief',
                <Link key="belief" to={`/beliefs/${beliefId}`}>
                  View belief
                </Link>,
              ] as const,
            ]),
      ]}
    />
  );
}

/** Settings that differ from the defaults. */
const countingFacts = ({ alpha, cuped, attributionWindowDays, exclusionGroup }: Experiment) => [
  ...(alpha === 0.05 ? [] : [['Alpha', formatShare(alpha)] as const]),
  ...(cuped ? [] : [['CUPED', 'Off'] as const]),
  ...(attributionWindowDays === null
    ? []
    : [['Attribution window', countOf(attributionWindowDays, 'day', 'days')] as const]),
  ...(exclusionGroup === null ? [] : [['Exclusion group', exclusionGroup] as const]),
];
