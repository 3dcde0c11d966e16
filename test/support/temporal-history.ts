import { Client, type WorkflowHandle } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { tsToMs } from '@temporalio/common/lib/time';
import { openTemporalConnection } from '../../temporal/client-connection';
import { temporalAt } from '../../temporal/settings';

/** Longer than the server keeps a request for a workflow's result open. */
const resultTimeoutMs = 120_000;

/** Returns a client that connects on first use. Close its connection to close it. */
export const temporalClient = (temporalAddress: string, namespace: string): Client =>
  new Client({
    connection: openTemporalConnection(temporalAt(temporalAddress, namespace), { callTimeoutMs: resultTimeoutMs }),
    namespace,
  });

type History = Awaited<ReturnType<WorkflowHandle['fetchHistory']>>;
type HistoryEvent = NonNullable<History['events']>[number];

/** A finished local activity, as its marker stores it. */
interface LocalActivity {
  type: string;
  /** Epoch milliseconds; the time of workflow code continues from here. */
  completedAtMs: number;
}

/** The form that Temporal's core writes. */
interface RecordedLocalActivity {
  activity_type: string;
  complete_time: { seconds: number; nanos: number };
}

function localActivityOf({ markerRecordedEventAttributes: marker }: HistoryEvent): LocalActivity | undefined {
  const payload = marker?.details?.['data']?.payloads?.[0];
  if (marker?.markerName !== 'core_local_activity' || !payload) return undefined;
  const { activity_type: type, complete_time: at } =
    defaultPayloadConverter.fromPayload<RecordedLocalActivity>(payload);
  return { type, completedAtMs: at.seconds * 1_000 + Math.floor(at.nanos / 1e6) };
}

/** Returns the name of the activity that an event requests, or of the local activity that it stores. */
export const activityOf = (event: HistoryEvent): string | undefined =>
  localActivityOf(event)?.type ?? event.activityTaskScheduledEventAttributes?.activityType?.name ?? undefined;

/**
 * Returns when an execution's first timer fires, by its own clock, in epoch milliseconds. Undefined if there is none
 * yet.
 */
export function timerEndMs({ events }: Awaited<ReturnType<WorkflowHandle['fetchHistory']>>): number | undefined {
  const timer = events?.find((event) => event.timerStartedEventAttributes)?.timerStartedEventAttributes;
  if (!timer?.startToFireTimeout) return undefined;
  // Workflow code reads the start time of its task, or the time of the last local activity in it.
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
