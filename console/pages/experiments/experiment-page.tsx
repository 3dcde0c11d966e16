import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { usePathParam } from '../../components/path-param';
import { api, unwrap, type Schemas } from '../../api/client';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { Ago, Computed, Read, useRead } from '../../components/read';
import { ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { describeMetric } from '../../format/metric';
import { countOf, formatShare } from '../../format/number';
import { useMay } from '../../session/session';
import { bodyOf, draftOf } from './draft';
import { ExperimentForm } from './experiment-form';
import { Life } from './life';
import { PreviewLinks } from './preview-links';
import { Results } from './results';
import { ServingForm } from './serving-form';
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
  return (
    <Page
      title={experiment.name}
      parent={{ to: '/experiments', title: 'Experiments' }}
      badge={<Status of={experiment.status} />}
      actions={<Life experiment={experiment} />}
    >
      <Setup experiment={experiment} />
      {experiment.status !== 'draft' && <Shown id={id} />}
      {mayRun && (experiment.status === 'running' || experiment.status === 'paused') && (
        <Section title="Traffic and weights" note="Changes appear in the audit log">
          <ServingForm key={experiment.updatedAt} experiment={experiment} />
        </Section>
      )}
      {mayWrite && <PreviewLinks key={`${id} ${experiment.updatedAt}`} experiment={experiment} />}
      {experiment.status === 'draft' && mayWrite && (
        <Section title="Draft" note="After the start, you can only change name, traffic and weights">
          <Edit key={id} experiment={experiment} />
        </Section>
      )}
    </Page>
  );
}

const useConversions = () => useRead(['conversions'], () => unwrap(api.GET('/api/conversion-goals')));

function Shown({ id }: { id: string }) {
  const path = { params: { path: { id } } };
  const results = useRead(
    ['experiments', id, 'results'],
    () => unwrap(api.GET('/api/experiments/{id}/results', path)),
    ({ backlog }) => backlog !== null,
  );
  const { data: conversions = [] } = useConversions();
  return (
    <Read query={results}>
      {/* openapi-fetch loses the tuple types of intervals. */}
      {(data) => (
        <Results
          results={data as Schemas['ExperimentResults']}
          computed={<Computed query={results} />}
          conversions={conversions}
        />
      )}
    </Read>
  );
}

function Edit({ experiment }: { experiment: Experiment }) {
  const client = useQueryClient();
  const { id } = experiment;
  return (
    <ExperimentForm
      initial={draftOf(experiment)}
      button="Save draft"
      done="Draft saved."
      save={async (draft) => {
        await unwrap(api.PATCH('/api/experiments/{id}', { params: { path: { id } }, body: bodyOf(draft) }));
        await client.invalidateQueries({ queryKey: ['experiments'] });
      }}
    />
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
