import { isDatabaseUnavailable } from '../../db/connection/errors';
import { keepRejectedEvents } from '../../db/events/rejected-events';
import { amountProblem } from '../../domain/conversions/money';
import { AppError } from '../../domain/errors';
import { AwaitedNames } from '../../domain/events/awaited-names';
import type { EventReceipt, ParsedEvents, RejectedEvent } from '../../domain/events/parse-events';
import type { JsonObject } from '../../domain/json/schemas';
import { createGroupCommit, type GroupCommit } from '../group-commit';
import type { Context, HashSettings } from '../ports';
import { ingestEvents, mayCauseMore } from './ingest-events';
import type { IngestionOutcome, Submission } from './submission';

/** The caller that sends events. */
export interface EventSender {
  workspaceId: string;
  /** A key's id, or `public`. */
  actor: string;
  /** The W3C `traceparent` of the request; null if it has none. */
  traceparent: string | null;
  /** The person's id in Apex, if a keyed caller gives it. Otherwise each event identifies its person. */
  endUserId?: string | null;
}

/** The events of a request. */
export interface SubmittedEvents {
  parsed: ParsedEvents;
  receipt: EventReceipt;
  /** Whether the events are imported history. */
  historical: boolean;
  /** The batch as sent, to keep rejected events for a replay; null for a single event. */
  batch: { events: readonly unknown[]; envelope: JsonObject } | null;
}

export interface TakenEvents extends Pick<IngestionOutcome, 'started' | 'skipped'> {
  /** Number of stored events. */
  received: number;
  /** Rejected events of a batch. */
  rejected: readonly RejectedEvent[];
  warnings: AmountWarning[];
}

/**
 * Stores the events of a request. Invalid events of a batch are kept as rejected. Valid events are committed together
 * with those of other requests.
 * @throws AppError CONFLICT for a single event with a userId and an email of different people, SERVICE_UNAVAILABLE
 */
export async function takeEvents(
  context: Pick<Context, 'database'> & { ingestion: Ingestion },
  sender: EventSender,
  { parsed, receipt, historical, batch }: SubmittedEvents,
): Promise<TakenEvents> {
  if (batch !== null) await keepRejected(context, sender, { batch, receipt, rejected: parsed.rejected });
  if (parsed.events.length === 0) return { received: 0, rejected: parsed.rejected, ...nothing, warnings: [] };
  const { origin, receivedAt } = receipt;
  const isReported = origin === 'server' && batch === null;
  const { conflicts, started, skipped } = await context.ingestion.submit({
    ...sender,
    origin,
    receivedAt,
    events: parsed.events,
    historical,
    isReported,
  });
  const conflicting = conflicts.map((place): RejectedEvent => ({ index: parsed.indices[place] ?? 0, ...conflict }));
  if (conflicting.length > 0 && batch === null) throw identityConflict();
  if (batch !== null) await keepRejected(context, sender, { batch, receipt, rejected: conflicting });
  return {
    received: parsed.events.length - conflicts.length,
    rejected: [...parsed.rejected, ...conflicting].sort((a, b) => a.index - b.index),
    started,
    skipped,
    warnings: amountWarnings(parsed, conflicts),
  };
}

const nothing: Pick<IngestionOutcome, 'started' | 'skipped'> = { started: [], skipped: [] };

const conflict = {
  code: 'IDENTITY_CONFLICT',
  message: 'userId and email belong to different people. Send only one of them.',
} as const;

const identityConflict = (): AppError =>
  new AppError('CONFLICT', 'The userId and the email belong to different people. Nothing was stored. Send only one.', {
    details: [{ path: 'userId', message: 'does not belong to the person with this email' }],
  });

export interface AmountWarning {
  index: number;
  code: 'AMOUNT_IGNORED';
  message: string;
}

/** Lists stored events with an ignored amount. */
const amountWarnings = ({ events, indices }: ParsedEvents, conflicts: readonly number[]): AmountWarning[] =>
  events.flatMap(({ data }, place) => {
    const message = conflicts.includes(place) ? null : amountProblem(data);
    return message === null ? [] : [{ index: indices[place] ?? place, code: 'AMOUNT_IGNORED' as const, message }];
  });

interface RejectedBatch {
  batch: NonNullable<SubmittedEvents['batch']>;
  receipt: EventReceipt;
  rejected: readonly RejectedEvent[];
}

/** Keeps the rejected events of a batch for a replay. */
async function keepRejected(
  { database }: Pick<Context, 'database'>,
  { workspaceId, actor }: EventSender,
  { batch, receipt, rejected }: RejectedBatch,
): Promise<void> {
  if (rejected.length === 0) return;
  await keepRejectedEvents(
    database,
    rejected.map(({ index, code, message }) => ({
      workspaceId,
      receivedAt: receipt.receivedAt,
      origin: receipt.origin,
      code,
      message,
      payload: asText(batch.events[index]),
      envelope: { ...batch.envelope, isBot: receipt.isBot, actor },
    })),
  );
}

/** Returns JSON with NUL and lone surrogates escaped, or a placeholder if the event is nested too deeply. */
function asText(event: unknown): string {
  try {
    return JSON.stringify(event);
  } catch {
    return '"(nested too deeply to be stored)"';
  }
}

const maxGroup = 2_000;
const concurrency = 2;
const minParallelBatchWeight = 200;
const deadlineMs = 10_000;
const timeoutMessage =
  'The database did not respond in time. Retry the request. Events with a messageId are not counted twice.';

/** Stores the events of requests. */
export type Ingestion = GroupCommit<Submission, IngestionOutcome>;

/**
 * Stores the events of several requests of any workspace in one commit. Submissions that may create people, links or
 * executions are committed separately, so that the events of visitors do not wait for their locks.
 * @param queueEvents how many events may wait in this process
 */
export function createIngestion(
  { database, settings }: Pick<Context, 'database'> & { settings: HashSettings },
  queueEvents: number,
): Ingestion {
  const context = { database, pepper: settings.keyPepper, awaitedNames: new AwaitedNames(() => performance.now()) };
  const createLane = (): Ingestion =>
    createGroupCommit<Submission, IngestionOutcome>({
      commit: (submissions) => ingestEvents(context, submissions),
      weightOf: ({ events }) => events.length,
      isUnavailable: isDatabaseUnavailable,
      maxQueued: queueEvents,
      maxGroup,
      concurrency,
      minParallelBatchWeight,
      deadlineMs,
      timeoutMessage,
    });
  const [rows, causes] = [createLane(), createLane()];
  return {
    submit: (submission) => (mayCauseMore(submission) ? causes : rows).submit(submission),
    load: () => rows.load() + causes.load(),
    async drained() {
      await Promise.all([rows.drained(), causes.drained()]);
    },
  };
}
