import type { Database } from '../../db/connection/pool';
import { noSuchMailbox, providerMessageId } from './fill-messages';
import type { Course } from './journey-course';
import type { PastEntry, PastJourney } from './past-entry';
import { pastId } from './set-back';
import type { Shop } from './shop-context';

/** Stores entries of the past. Triggers add them to the figures of the journey. */

const rowBatchSize = 300;
const version = 1;

type Row = Record<string, unknown>;

/** An entry with the id of its execution; null in the holdout group. */
interface Stored extends PastEntry {
  executionId: string | null;
}

const dateOf = (at: number | null | undefined): Date | null => (typeof at === 'number' ? new Date(at) : null);

export async function storeEntries(shop: Shop, journey: PastJourney, entries: readonly PastEntry[]): Promise<void> {
  const { database, workspaceId } = shop;
  const stored = entries.map((entry): Stored => {
    const executionId = entry.course === null ? null : pastId('execution', entry.entrant.at);
    return { ...entry, executionId };
  });
  const running = stored.filter(({ course }) => course !== null);
  const names = { workspace_id: workspaceId, journey_id: journey.journeyId };
  const goalEventName = journey.given.settings.goalEventName;
  await database.transaction(async (transaction) => {
    const insert = (table: string, rows: Row[]) => insertInPortions(transaction, table, rows);
    await insert(
      'executions',
      running.map((entry) => executionRow(entry, { ...names, version }, journey)),
    );
    await insert(
      'journey_entries',
      stored.map((entry) => entryRow(entry, names, journey)),
    );
    await insert(
      'journey_subjects',
      firstOfEach(stored, subjectOf).map((entry) => ({
        ...names,
        end_user_id: subjectOf(entry),
        version,
        cohort: entry.course === null ? 'holdout' : 'exposed',
        first_entered_at: dateOf(entry.entrant.at),
        goal_event_name: goalEventName,
        goal_until: dateOf(entry.goalUntil),
        converted_at: dateOf(entry.goal?.at),
        goal_event_id: entry.goal?.id ?? null,
      })),
    );
    await insert(
      'execution_steps',
      running.flatMap((entry) => stepRows(workspaceId, entry)),
    );
    await insert('journey_arm_subjects', armRows(running, { ...names, version, goal_event_name: goalEventName }));
    await insert(
      'webhook_tries',
      running.flatMap((entry) => tryRows(workspaceId, entry)),
    );
    const { sends, events } = messageRows(workspaceId, running, journey);
    await insert('sends', sends);
    await insert('send_events', events);
  });
}

async function insertInPortions(transaction: Database, table: string, rows: readonly Row[]): Promise<void> {
  for (let start = 0; start < rows.length; start += rowBatchSize) {
    await transaction(table).insert(rows.slice(start, start + rowBatchSize));
  }
}

const subjectOf = ({ entrant }: PastEntry): string => entrant.endUserId;

function firstOfEach<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const seen = new Set<string>();
  return items.filter((item) => {
    const isNew = !seen.has(key(item));
    seen.add(key(item));
    return isNew;
  });
}

function executionRow({ entrant, course, executionId, goalUntil }: Stored, names: Row, { given }: PastJourney): Row {
  const { status, currentStepId, exitReason, endedAt, goalEventId } = course as Course;
  return {
    ...names,
    id: executionId,
    end_user_id: entrant.endUserId,
    exclusive: true,
    status,
    current_step_id: currentStepId,
    event_id: entrant.eventId,
    event_data: JSON.stringify(entrant.data),
    exit_reason: exitReason,
    started_at: dateOf(entrant.at),
    ended_at: dateOf(endedAt),
    goal_event_name: given.settings.goalEventName,
    goal_until: dateOf(goalUntil),
    goal_event_id: goalEventId,
  };
}

const entryRow = ({ entrant, course, executionId }: Stored, names: Row, { given }: PastJourney): Row => ({
  ...names,
  end_user_id: entrant.endUserId,
  cause: entrant.eventId,
  version,
  cohort: course === null ? 'holdout' : 'exposed',
  once: course !== null && given.settings.reentry === 'once',
  execution_id: executionId,
  entered_at: dateOf(entrant.at),
});

const stepRows = (workspaceId: string, { course, executionId }: Stored): Row[] =>
  (course?.steps ?? []).map(({ entry, status, reason, armId, enteredAt, leftAt, receivedEventId }) => ({
    workspace_id: workspaceId,
    execution_id: executionId,
    step_id: entry.stepId,
    kind: entry.kind,
    status,
    reason,
    entered_at: dateOf(enteredAt),
    resumes_at: entry.resumesAt ?? null,
    left_at: dateOf(leftAt),
    arm_id: armId,
    awaits_event: entry.awaits?.eventName ?? null,
    awaits_where: entry.awaits?.where ?? null,
    heard_event_id: receivedEventId,
  }));

/** Each person once for each arm. */
function armRows(entries: readonly Stored[], names: Row): Row[] {
  const reached = entries.flatMap((entry) =>
    (entry.course?.steps ?? []).flatMap(({ entry: { stepId }, armId, leftAt }) =>
      armId === null || leftAt === null ? [] : [{ entry, stepId, armId, leftAt }],
    ),
  );
  const first = firstOfEach(reached, ({ entry, stepId, armId }) => `${stepId} ${armId} ${subjectOf(entry)}`);
  return first.map(({ entry: { entrant, goal, goalUntil }, stepId, armId, leftAt }) => ({
    ...names,
    step_id: stepId,
    arm_id: armId,
    end_user_id: entrant.endUserId,
    reached_at: dateOf(leftAt),
    goal_until: dateOf(goalUntil),
    converted_at: goal !== null && goal.at >= leftAt ? dateOf(goal.at) : null,
  }));
}

const tryRows = (workspaceId: string, { course, executionId }: Stored): Row[] =>
  (course?.tries ?? []).map(({ stepId, number, at, durationMs, statusCode, failure }) => ({
    workspace_id: workspaceId,
    execution_id: executionId,
    step_id: stepId,
    number,
    tried_at: dateOf(at),
    duration_ms: durationMs,
    status_code: statusCode,
    failure,
  }));

type Message = Course['messages'][number];

function messageRows(workspaceId: string, entries: readonly Stored[], { messages, journeyId }: PastJourney) {
  const sends: Row[] = [];
  const events: Row[] = [];
  for (const entry of entries) {
    for (const message of entry.course?.messages ?? []) {
      const id = pastId('send', message.at);
      sends.push(sendRow({ workspace_id: workspaceId, id, journey_id: journeyId }, entry, message));
      const link = messages.get(message.communicationId)?.slots.ctaUrl ?? null;
      events.push(...message.events.map((event) => eventRow({ workspace_id: workspaceId, send_id: id }, event, link)));
    }
  }
  return { sends, events };
}

function sendRow(names: Row, { entrant, executionId }: Stored, { at, isRejected, ...message }: Message): Row {
  return {
    ...names,
    kind: 'journey',
    status: isRejected ? 'failed' : 'sent',
    execution_id: executionId,
    step_id: message.stepId,
    end_user_id: entrant.endUserId,
    recipient: entrant.email,
    communication_id: message.communicationId,
    provider_started_at: dateOf(at),
    provider_message_id: isRejected ? null : providerMessageId(),
    failure: isRejected ? 'rejected' : null,
    created_at: dateOf(at),
    sent_at: isRejected ? null : dateOf(at),
    delivered_at: message.events.find(({ kind }) => kind === 'delivery')?.at ?? null,
    bounced_at: message.events.find(({ kind }) => kind === 'bounce')?.at ?? null,
    complained_at: message.events.find(({ kind }) => kind === 'complaint')?.at ?? null,
  };
}

const countedKinds = ['open', 'click', 'unsubscribe'];

const eventRow = (
  names: Row,
  { kind, at, automated, detail }: Message['events'][number],
  link: string | null,
): Row => ({
  ...names,
  at,
  last_at: at,
  dedupe_key: countedKinds.includes(kind) ? `counted:${kind}:${automated ? 't' : 'f'}` : kind,
  kind,
  automated,
  link: kind === 'click' ? 1 : null,
  url: kind === 'click' ? link : null,
  detail,
  diagnostic: kind === 'bounce' ? noSuchMailbox : null,
});
