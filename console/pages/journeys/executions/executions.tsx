import { useMemo } from 'react';
import { api, type Schemas } from '../../../api/client';
import { linkedPage, useCursorList } from '../../../api/lists';
import { Section } from '../../../components/facts';
import { FilterChoice, FilterText, useFilters } from '../../../components/filters';
import { List } from '../../../components/list';
import { Ago } from '../../../components/read';
import { RowLink } from '../../../components/row-link';
import { EmptyState } from '../../../components/states';
import { Status } from '../../../components/status';
import type { Column } from '../../../components/table';
import { formatWords } from '../../../format/words';
import { useMay } from '../../../session/session';
import { BulkDialog } from './bulk-dialog';
import { CancelExecution } from './cancel-execution';
import { executionFilter, stepStatusWords } from './execution-filter';
import { executionIdOf } from './execution-id';
import './executions.css';
import { StartByHand } from './start-by-hand';

type Execution = Schemas['NamedExecution'];

const statuses = ['RUNNING', 'COMPLETED', 'FAILED', 'CANCELED', 'TERMINATED'] as const;

function columnsOf(journey: Schemas['Journey'], mayCancel: boolean): Column<Execution>[] {
  const columns: Column<Execution>[] = [
    {
      title: 'Execution',
      cell: (execution) => (
        <RowLink to={`/journeys/${journey.id}/executions/${executionIdOf(execution)}`} className="mono">
          <span className="wide-only">{executionIdOf(execution).slice(0, -8)}</span>
          {executionIdOf(execution).slice(-8)}
        </RowLink>
      ),
    },
    { title: 'Person', cell: (execution) => <Person of={execution} /> },
    { title: 'Status', cell: (execution) => <State of={execution} /> },
    { title: 'Step', cell: ({ currentStepId }) => nameOf(journey, currentStepId) },
    {
      title: 'Exit reason',
      wide: true,
      cell: ({ exitReason }) =>
        exitReason === null ? (
          <span className="quiet">–</span>
        ) : (
          <span data-value={exitReason}>{formatWords(exitReason)}</span>
        ),
    },
    { title: 'Version', wide: true, numeric: true, cell: ({ version }) => version },
    { title: 'Started', cell: ({ startedAt }) => <Ago at={startedAt} /> },
  ];
  if (!mayCancel) return columns;
  return [
    ...columns,
    {
      title: 'Actions',
      wide: true,
      cell: (execution) => <CancelExecution journeyId={journey.id} execution={execution} className="button text" />,
    },
  ];
}

/** The person of an execution: the email address, or the id without one. */
export const Person = ({ of: { endUserId, endUserEmail } }: { of: Pick<Execution, 'endUserId' | 'endUserEmail'> }) =>
  endUserId === 'erased' ? (
    <span className="quiet">Erased</span>
  ) : (
    <RowLink to={`/people/${endUserId}`} title={endUserId} className="break">
      {endUserEmail ?? endUserId}
    </RowLink>
  );

/** The status, and whether the execution is being canceled. */
export const State = ({ of: { status, cancelReason } }: { of: Pick<Execution, 'status' | 'cancelReason'> }) => (
  <>
    <Status of={status} />
    {status === 'RUNNING' && cancelReason !== null && (
      <span className="quiet small"> Ending: {formatWords(cancelReason).toLowerCase()}</span>
    )}
  </>
);

const nameOf = ({ steps }: Schemas['Journey'], stepId: string): string =>
  steps.find(({ id }) => id === stepId)?.name ?? stepId;

/** Lists the executions of the journey, newest first. */
export function Executions({ journey }: { journey: Schemas['Journey'] }) {
  const { values } = useFilters();
  const mayCancel = useMay('journeys.cancel');
  const mayRetry = useMay('journeys.retry');
  const mayStart = useMay('journeys.start') && journey.status === 'published';
  const mayAct = mayStart || (mayRetry && journey.latestVersion !== null);
  const filter = executionFilter(values);
  const columns = useMemo(() => columnsOf(journey, mayCancel), [journey, mayCancel]);
  const source = useCursorList(['journeys', journey.id, 'executions', filter], (page) =>
    linkedPage(
      api.GET('/api/journeys/{id}/executions', {
        params: { path: { id: journey.id }, query: { ...page, ...filter } },
      }),
    ),
  );
  return (
    <Section
      title="Executions"
      note="Newest first"
      act={
        mayAct ? (
          <div className="button-row">
            <BulkDialog journey={journey} />
            {mayStart && <StartByHand journeyId={journey.id} />}
          </div>
        ) : undefined
      }
    >
      <Filters journey={journey} />
      <List
        source={source}
        caption="Executions"
        columns={columns}
        rowKey={({ executionArn }) => executionArn}
        filtered={Object.keys(filter).length > 0}
        empty={<EmptyState title="No executions yet.">Each person who enters the journey appears here.</EmptyState>}
      />
    </Section>
  );
}

function Filters({ journey: { steps, latestVersion } }: { journey: Schemas['Journey'] }) {
  const { values } = useFilters();
  const { step = '' } = values;
  const stepIds = steps.map((one) => one.id);
  const versions = Array.from({ length: latestVersion ?? 0 }, (_, place) => String(place + 1)).reverse();
  return (
    <div className="filters">
      <FilterChoice label="Status" name="status" options={statuses} />
      <FilterChoice
        label="Step"
        name="step"
        options={step === '' || stepIds.includes(step) ? stepIds : [...stepIds, step]}
        format={(id) => steps.find((one) => one.id === id)?.name ?? id}
      />
      {step !== '' && (
        <FilterChoice
          label="Step status"
          name="outcome"
          options={Object.keys(stepStatusWords)}
          format={(status) => formatWords(stepStatusWords[status as keyof typeof stepStatusWords])}
        />
      )}
      <FilterChoice label="Version" name="version" options={versions} />
      <FilterText label="Email or ID" name="person" />
      <FilterText label="From" name="from" type="date" />
      <FilterText label="To" name="to" type="date" />
    </div>
  );
}
