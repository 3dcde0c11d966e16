import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Facts, Section } from '../../../components/facts';
import { Page } from '../../../components/page';
import { usePathParam } from '../../../components/path-param';
import { Ago } from '../../../components/read';
import { ErrorState, LoadingPage } from '../../../components/states';
import { formatWords } from '../../../format/words';
import { CancelExecution } from './cancel-execution';
import { executionIdOf } from './execution-id';
import './executions.css';
import { Person, State } from './executions';
import { RetryExecution } from './retry-execution';
import { definitionOf } from '../model/definition';
import { Timeline } from './timeline';

const liveMs = 3_000;

/** A resent message can be in progress after the execution has ended. */
const isLive = ({ status, steps }: Schemas['ExecutionDetail']): boolean =>
  status === 'RUNNING' || steps.some(({ send }) => send?.status === 'queued' || send?.status === 'sending');

/** The path of one person through the journey. It is read again every few seconds while it runs. */
export function ExecutionPage() {
  const [id, executionId] = [usePathParam('journeyId'), usePathParam('executionId')];
  const { data, error, refetch } = useQuery({
    queryKey: ['journeys', id, 'executions', executionId],
    queryFn: () =>
      unwrap(api.GET('/api/journeys/{id}/executions/{executionId}', { params: { path: { id, executionId } } })),
    refetchInterval: ({ state }) => (state.data !== undefined && isLive(state.data) ? liveMs : false),
  });
  const version = useVersion(id, data?.version);
  if (data === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={`${data.endUserEmail ?? data.endUserId} in ${version?.name ?? 'the journey'}`}
      parent={{ to: `/journeys/${id}`, title: version?.name ?? 'Journey' }}
      badge={<State of={data} />}
      actions={
        <>
          <RetryExecution journeyId={id} execution={data} stepName={stepNameOf(version, data.currentStepId)} />
          <CancelExecution journeyId={id} execution={data} />
        </>
      }
    >
      <ExecutionFacts journeyId={id} execution={data} goal={version?.goalEventName ?? null} />
      <Section title="Timeline" note="Not to scale">
        <Timeline
          journeyId={id}
          execution={data}
          steps={version === undefined ? [] : definitionOf(version).steps}
          previewPath={`/console/previews/journeys/${id}/executions/${executionId}`}
        />
      </Section>
    </Page>
  );
}

const stepNameOf = (version: Schemas['Journey'] | undefined, stepId: string): string =>
  version?.steps.find(({ id }) => id === stepId)?.name ?? stepId;

/** Reads the journey in the version of the execution. */
function useVersion(id: string, version: number | undefined): Schemas['Journey'] | undefined {
  return useQuery({
    queryKey: ['journeys', id, 'version', version],
    queryFn: () =>
      unwrap(api.GET('/api/journeys/{id}', { params: { path: { id }, query: { version: version ?? 1 } } })),
    enabled: version !== undefined,
    staleTime: Infinity,
  }).data;
}

/** Reasons of the service; others are texts of operators. */
const cancelWords: Readonly<Record<string, string>> = { canceled: 'Canceled', archived: 'Archived', erased: 'Erased' };

const starts = { event: 'Event', hand: 'Manual start', service: 'API request' } as const;

interface FactsProps {
  journeyId: string;
  execution: Schemas['ExecutionDetail'];
  /** The goal event of the version. */
  goal: string | null;
}

function ExecutionFacts({ journeyId, execution, goal }: FactsProps) {
  const { status, version, startedAt, startedBy, endedAt, exitReason, goalReached, workflowUrl } = execution;
  const { failure, retries } = execution;
  return (
    <Facts
      of={[
        [
          'Execution',
          <span key="id" className="mono break">
            {executionIdOf(execution)}
          </span>,
        ],
        ['Person', <Person key="person" of={execution} />],
        [
          'Version',
          <Link key="version" to={`/journeys/${journeyId}`} search={{ version: String(version) }}>
            Version {version}
          </Link>,
        ],
        ['Started', <Ago key="started" at={startedAt} />],
        [
          'Started by',
          <span key="by" data-value={startedBy}>
            {starts[startedBy]}
          </span>,
        ],
        ['Ended', <Ago key="ended" at={endedAt} never="Still running" />],
        [
          'Exit reason',
          exitReason === null ? (
            'None yet'
          ) : (
            <span key="exit" data-value={exitReason}>
              {status === 'CANCELED' ? (cancelWords[exitReason] ?? exitReason) : formatWords(exitReason)}
            </span>
          ),
        ],
        ...(failure === null
          ? []
          : [
              [
                'Error',
                <span key="error" data-value={failure.cause}>
                  {failure.error}
                </span>,
              ] as const,
            ]),
        ...(retries === 0 ? [] : [['Retries', retries] as const]),
        ['Goal', goal === null ? 'None' : goalReached ? `Reached: ${goal}` : `Not reached: ${goal}`],
        [
          'Workflow',
          <a key="workflow" href={workflowUrl} rel="noreferrer">
            Open in Temporal UI
          </a>,
        ],
      ]}
    />
  );
}
