import type { Condition } from '../../domain/conditions/schemas';
import { cohortOf } from '../../domain/journeys/holdout';
import type { JourneyStep, Reentry } from '../../domain/journeys/schemas';
import { stepEntry } from '../../domain/journeys/step-entry';
import type { JsonObject } from '../../domain/json/schemas';
import { recordAudit } from '../audit/audit';
import { newId } from '../connection/ids';
import { rowsOf } from '../connection/statements';
import type { Database } from '../connection/pool';
import { insertStep } from './execution-steps';

/** Entries of subjects into journeys: at most one for each subject and cause, held out or with an execution. */

/** The version that a journey starts now. */
export interface StartableJourney {
  workspaceId: string;
  journeyId: string;
  version: number;
  /** 0 to 100 */
  holdoutPercent: number;
  reentry: Reentry;
  entryStep: JourneyStep;
  /** Who is eligible; null for all people. */
  audience: Condition | null;
  goalEventName: string | null;
  goalEventWindowDays: number;
}

export interface Candidate {
  journey: StartableJourney;
  endUserId: string;
  /** What the entry is unique by, for its journey and subject. */
  cause: string;
  eventData: JsonObject;
  /** When it happened: of an event, its own time. */
  at: Date;
  /** When it was received: waits begin then, so that a late event shortens none. */
  receivedAt: Date;
  /** The subject's, IANA name. */
  timezone: string;
  /** Of a start by hand or by another service. */
  idempotencyKey?: string;
  /** Who starts it by hand; else it is the service. */
  actor?: string;
}

export type Entry = { started: true; executionId: string } | { started: false; reason: 'holdout' | 'reentry' };

/** Enters one subject. Re-entry rules hold under concurrency by unique indexes. The workflow is started by the outbox. */
export async function enterJourney(transaction: Database, candidate: Candidate): Promise<Entry> {
  const { journey, endUserId } = candidate;
  const subject = { workspaceId: journey.workspaceId, journeyId: journey.journeyId, endUserId };
  if (cohortOf(subject, journey.holdoutPercent) === 'holdout') {
    if (!(await insertEntry(transaction, candidate, null))) return { started: false, reason: 'reentry' };
    await insertSubject(transaction, candidate, 'holdout');
    await audit(transaction, candidate, 'execution.held_out');
    return { started: false, reason: 'holdout' };
  }
  if (journey.reentry === 'once' && (await hasEntered(transaction, candidate)))
    return { started: false, reason: 'reentry' };
  const executionId = await insertExecution(transaction, candidate);
  if (executionId === null) return { started: false, reason: 'reentry' };
  if (!(await insertEntry(transaction, candidate, executionId))) {
    await transaction('executions').where({ workspace_id: journey.workspaceId, id: executionId }).delete();
    return { started: false, reason: 'reentry' };
  }
  await enterFirstStep(transaction, candidate, executionId);
  await insertSubject(transaction, candidate, 'exposed');
  await audit(transaction, candidate, 'execution.started', executionId);
  return { started: true, executionId };
}

/**
 * The run stands at its first step from this commit on, whether or not a worker is there: what the step waits for may come at once.
 * An exit is recorded with the run's end.
 */
async function enterFirstStep(transaction: Database, candidate: Candidate, executionId: string): Promise<void> {
  const { journey, at: enteredAt, receivedAt, timezone } = candidate;
  if (journey.entryStep.kind === 'exit') return;
  const run = { workspaceId: journey.workspaceId, executionId };
  await insertStep(transaction, run, stepEntry(journey.entryStep, receivedAt, timezone), { enteredAt });
}

async function hasEntered(transaction: Database, { journey, endUserId }: Candidate): Promise<boolean> {
  const entry = await transaction('journey_entries')
    .where({ workspace_id: journey.workspaceId, journey_id: journey.journeyId, end_user_id: endUserId })
    .first('cause');
  return entry !== undefined;
}

async function insertExecution(transaction: Database, candidate: Candidate): Promise<string | null> {
  const { journey } = candidate;
  const rows = await rowsOf<{ id: string }>(
    transaction.raw(
      `insert into executions (workspace_id, id, journey_id, version, end_user_id, exclusive, current_step_id, event_id,
                               event_data, goal_event_name, goal_until, idempotency_key)
       values (:workspaceId, :id, :journeyId, :version, :endUserId, :exclusive, :entryStepId, :cause, :eventData, :goal,
               cast(:at as timestamptz) + :days * interval '24 hours', :idempotencyKey)
       on conflict do nothing returning id`,
      {
        workspaceId: journey.workspaceId,
        id: newId('execution'),
        journeyId: journey.journeyId,
        version: journey.version,
        endUserId: candidate.endUserId,
        exclusive: journey.reentry !== 'always',
        entryStepId: journey.entryStep.id,
        cause: candidate.cause,
        eventData: JSON.stringify(candidate.eventData),
        goal: journey.goalEventName,
        at: candidate.at.toISOString(),
        days: journey.goalEventWindowDays,
        idempotencyKey: candidate.idempotencyKey ?? null,
      },
    ),
  );
  return rows[0]?.id ?? null;
}

async function insertEntry(transaction: Database, candidate: Candidate, executionId: string | null): Promise<boolean> {
  const { journey } = candidate;
  const rows = await rowsOf(
    transaction.raw(
      `insert into journey_entries (workspace_id, journey_id, end_user_id, cause, version, cohort, once, execution_id,
                                    entered_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict do nothing returning cause`,
      [
        journey.workspaceId,
        journey.journeyId,
        candidate.endUserId,
        candidate.cause,
        journey.version,
        executionId === null ? 'holdout' : 'exposed',
        journey.reentry === 'once',
        executionId,
        candidate.at,
      ],
    ),
  );
  return rows.length > 0;
}

/** A subject counts by the first entry: cohort, version and the window in which a goal event counts. */
async function insertSubject(
  transaction: Database,
  { journey, endUserId, at }: Candidate,
  cohort: 'exposed' | 'holdout',
): Promise<void> {
  await transaction.raw(
    `insert into journey_subjects (workspace_id, journey_id, end_user_id, version, cohort, first_entered_at, goal_event_name,
                                   goal_until)
     values (:workspaceId, :journeyId, :endUserId, :version, :cohort, :at, :goal,
             cast(:at as timestamptz) + :days * interval '24 hours')
     on conflict do nothing`,
    {
      workspaceId: journey.workspaceId,
      journeyId: journey.journeyId,
      endUserId,
      version: journey.version,
      cohort,
      at: at.toISOString(),
      goal: journey.goalEventName,
      days: journey.goalEventWindowDays,
    },
  );
}

async function audit(
  transaction: Database,
  { journey, endUserId, actor = 'system' }: Candidate,
  action: 'execution.started' | 'execution.held_out',
  executionId?: string,
): Promise<void> {
  await recordAudit(transaction, [
    {
      workspaceId: journey.workspaceId,
      subjectType: 'journey',
      subjectId: journey.journeyId,
      actor,
      action,
      metadata: { endUserId, version: journey.version, ...(executionId === undefined ? {} : { executionId }) },
    },
  ]);
}
