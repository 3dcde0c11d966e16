import { Client, type WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { tsToMs } from '@temporalio/common/lib/time';
import { openTemporalConnection } from '../../temporal/client-connection';
import { temporalAt } from '../../temporal/settings';
import type { World } from './world';

/** Longer than the server keeps a request for a workflow's result open. */
const resultTimeoutMs = 120_000;

/** A client of the world's namespace; close it by its connection. */
export async function temporalClient({
  temporalAddress,
  namespace,
}: Pick<World, 'temporalAddress' | 'namespace'>): Promise<Client> {
  const connection = openTemporalConnection(temporalAt(temporalAddress, namespace), { callTimeoutMs: resultTimeoutMs });
  await connection.ensureConnected();
  return new Client({ connection, namespace });
}

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** A local activity that succeeded or failed, as its marker keeps it. */
interface LocalActivity {
  type: string;
  /** Epoch milliseconds, up to which the time of workflow code went on. */
  completedAtMs: number;
}

/** As Temporal's core writes it. */
interface KeptLocalActivity {
  activity_type: string;
  complete_time: { seconds: number; nanos: number };
}

function localActivityOf({ markerRecordedEventAttributes: marker }: HistoryEvent): LocalActivity | undefined {
  const payload = marker?.details?.['data']?.payloads?.[0];
  if (marker?.markerName !== 'core_local_activity' || !payload) return undefined;
  const { activity_type: type, complete_time: at } = defaultPayloadConverter.fromPayload<KeptLocalActivity>(payload);
  return { type, completedAtMs: at.seconds * 1_000 + Math.floor(at.nanos / 1e6) };
}

/** Name of the activity that an event asks for, or of the local one that it keeps. */
export const activityOf = (event: HistoryEvent): string | undefined =>
  localActivityOf(event)?.type ?? event.activityTaskScheduledEventAttributes?.activityType?.name ?? undefined;

/** When the first timer of a run fires, by its own clock: epoch milliseconds. Undefined as long as there is none. */
export function timerEndMs({ events }: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>): number | undefined {
  const timer = events?.find((event) => event.timerStartedEventAttributes)?.timerStartedEventAttributes;
  if (!timer?.startToFireTimeout) return undefined;
  // Workflow code reads the time at which its task was begun, or that of the last local activity in it.
  const completed = events?.find(({ eventId }) => eventId?.eq(timer.workflowTaskCompletedEventId ?? 0));
  const begunAt = completed?.workflowTaskCompletedEventAttributes?.startedEventId ?? 0;
  const begun = events?.find(({ eventId }) => eventId?.eq(begunAt));
  const readMs = (events ?? [])
    .filter(({ markerRecordedEventAttributes: marker }) =>
      marker?.workflowTaskCompletedEventId?.eq(timer.workflowTaskCompletedEventId ?? 0),
    )
    .reduce((ms, event) => Math.max(ms, localActivityOf(event)?.completedAtMs ?? 0), tsToMs(begun?.eventTime));
  return readMs + tsToMs(timer.startToFireTimeout);
}
