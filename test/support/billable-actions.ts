import type { temporal } from '@temporalio/proto';

type History = Pick<temporal.api.history.v1.IHistory, 'events'>;

/** Actions that Temporal Cloud bills, by kind. */
export interface BillableActions {
  start: number;
  activities: number;
  localActivities: number;
  timers: number;
  /** Signals and updates. */
  messages: number;
  searchAttributes: number;
  heartbeats: number;
  total: number;
}

/** Activities that record a heartbeat in each attempt; others do so only after two seconds. */
const heartbeating = ['performWebhook'];

/**
 * Counts the billable actions of a history, as https://docs.temporal.io/cloud/actions lists them: a start, each attempt
 * of an activity, all local activities of a workflow task together, timers, signals, updates, upserts of search
 * attributes, and heartbeats. A patch, the memo, and replays are free.
 */
export function billableActionsOf({ events }: History): BillableActions {
  const all = events ?? [];
  const kinds = new Map(
    all.flatMap(({ eventId, activityTaskScheduledEventAttributes: scheduled }) =>
      scheduled ? [[String(eventId), scheduled.activityType?.name ?? ''] as const] : [],
    ),
  );
  const attempts = all.flatMap(({ activityTaskStartedEventAttributes: started }) =>
    started ? [{ kind: kinds.get(String(started.scheduledEventId)) ?? '', count: started.attempt ?? 1 }] : [],
  );
  const count = (attribute: keyof temporal.api.history.v1.IHistoryEvent): number =>
    all.filter((event) => Boolean(event[attribute])).length;
  const localTasks = new Set(
    all.flatMap(({ markerRecordedEventAttributes: marker }) =>
      marker?.markerName === 'core_local_activity' ? [String(marker.workflowTaskCompletedEventId)] : [],
    ),
  );
  const upserts = all.filter(({ upsertWorkflowSearchAttributesEventAttributes: upsert }) =>
    Object.keys(upsert?.searchAttributes?.indexedFields ?? {}).some((name) => name !== 'TemporalChangeVersion'),
  );
  const sum = (some: typeof attempts): number => some.reduce((total, attempt) => total + attempt.count, 0);
  const actions = {
    start: count('workflowExecutionStartedEventAttributes'),
    activities: sum(attempts),
    localActivities: localTasks.size,
    timers: count('timerStartedEventAttributes'),
    messages:
      count('workflowExecutionSignaledEventAttributes') + count('workflowExecutionUpdateAcceptedEventAttributes'),
    searchAttributes: upserts.length,
    heartbeats: sum(attempts.filter(({ kind }) => heartbeating.includes(kind))),
  };
  return { ...actions, total: Object.values(actions).reduce((total, one) => total + one, 0) };
}
