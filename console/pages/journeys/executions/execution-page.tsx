import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, unwrap, type Schemas } from '../../../api/client';
import { Facts, Section } from '../../../components/facts';
import { Page } from '../../../components/page';
import { usePathParam } from '../../../components/path-param';
import { Ago } from '../../../components/read';
import { ErrorState, LoadingPage } from '../../../components/states';
import { CancelExecution } from './cancel-execution';
import './executions.css';
import { Person, State } from './executions';
import { Timeline } from './timeline';

const liveMs = 3_000;

/** A message that is sent again is on its way although the execution may have ended. */
const isLive = ({ status, steps }: Schemas['ExecutionDetail']): boolean =>
  status === 'RUNNING' || steps.some(({ send }) => send?.status === 'queued' || send?.status === 'sending');

/** One person's way through the journey. While it runs it is read again and again. */
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
      title={executionId}
      parent={{ to: `/journeys/${id}`, title: version?.name ?? 'Journey' }}
      badge={<State of={data} />}
      actions={<CancelExecution journeyId={id} execution={data} />}
    >
      <ExecutionFacts journeyId={id} execution={data} />
      <Section title="Timeline" note="long waits are drawn short">
        <Timeline
          journeyId={id}
          execution={data}
          steps={version?.steps ?? []}
          previewPath={`/console/previews/journeys/${id}/executions/${executionId}`}
        />
      </Section>
    </Page>
  );
}

/** The journey as the execution's version has it. */
function useVersion(id: string, version: number | undefined): Schemas['Journey'] | undefined {
  return useQuery({
    queryKey: ['journeys', id, 'version', version],
    queryFn: () =>
      unwrap(api.GET('/api/journeys/{id}', { params: { path: { id }, query: { version: version ?? 1 } } })),
    enabled: version !== undefined,
    staleTime: Infinity,
  }).data;
}

const starts = { event: 'an event', hand: 'hand', service: 'a service, under an idempotency key' } as const;

function ExecutionFacts({ journeyId, execution }: { journeyId: string; execution: Schemas['ExecutionDetail'] }) {
  const { version, startedAt, startedBy, endedAt, exitReason, goalReached, workflowUrl } = execution;
  return (
    <Facts
      of={[
        ['Person', <Person key="person" of={execution} />],
        [
          'Version',
          <Link key="version" to={`/journeys/${journeyId}`} search={{ version: String(version) }}>
            Version {version}
          </Link>,
        ],
        ['Started', <Ago key="started" at={startedAt} />],
        ['Started by', starts[startedBy]],
        ['Ended', <Ago key="ended" at={endedAt} never="it runs" />],
        ['Exit reason', exitReason ?? 'none yet'],
        ['Goal', goalReached ? 'reached while it ran' : 'not reached while it ran'],
        [
          'Workflow',
          <a key="workflow" href={workflowUrl} rel="noreferrer">
            Open in the Temporal UI
          </a>,
        ],
      ]}
    />
  );
}
