import { evaluate } from '../../domain/conditions/evaluate';
import type { Condition } from '../../domain/conditions/schemas';
import type { JsonObject } from '../../domain/json/schemas';
import { cohortOf } from '../../domain/journeys/holdout';
import type { EntryRefusal } from '../../domain/journeys/skip-reasons';
import { gatherFacts } from '../../db/audiences/condition-facts';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { lockEndUsers, type EndUser } from '../../db/end-users/end-users';
import type { SubjectEvent } from '../../db/events/event-subjects';
import { causeOfKey, enterJourneys, type Candidate, type StartableJourney } from '../../db/journeys/journey-entry';
import { enqueue, type NewCommand } from '../../db/outbox/outbox';
import { findTriggeredJourneys, type TriggeredJourney } from '../../db/journeys/startable-journeys';

/** Starts journeys for events, in the transaction that stores them, and for callers that name a journey and a person. */

/** The result of a possible start. `cause` is the id of the event or the request. */
export type Start = { journeyId: string; endUserId: string; cause: string } & (
  { started: true; executionId: string } | { started: false; reason: EntryRefusal }
);

/** Events, and the journeys that they may start. */
export interface Triggers {
  events: readonly SubjectEvent[];
  journeys: readonly TriggeredJourney[];
}

/** Finds and locks the journeys that the events may start. Call it before the transaction changes executions. */
export async function findTriggers(
  transaction: Database,
  workspaceId: string,
  events: readonly SubjectEvent[],
): Promise<Triggers> {
  const names = [...new Set(events.map(({ event }) => event.type))];
  const journeys = names.length === 0 ? [] : await findTriggeredJourneys(transaction, workspaceId, names);
  return { events, journeys };
}

/**
 * Starts every published journey that the events trigger, for the people of the events, with at most one execution for
 * each subject and event. The outbox starts the workflows.
 */
export async function startTriggeredJourneys(
  transaction: Database,
  workspaceId: string,
  { events, journeys }: Triggers,
): Promise<Start[]> {
  if (journeys.length === 0) return [];
  const pairs = inLockOrder(pairsOf(events, journeys));
  const people = await lockSubjects(transaction, workspaceId, pairs);
  const possible: PossibleStart[] = [];
  for (const { event, endUserId, journey } of pairs) {
    const endUser = people.get(endUserId);
    // Erased a moment ago.
    if (endUser === undefined) continue;
    const context = { workspaceId, endUserId, endUser, event, now: event.receivedAt };
    if (!(await holds(transaction, context, journey.where))) continue;
    const { id: cause, data: eventData, occurredAt: at, traceparent } = event;
    const timezone = endUser.timezone ?? 'UTC';
    const candidate = { journey, endUserId, cause, eventData, at, timezone };
    possible.push({ candidate, context, traceparent });
  }
  return startEligible(transaction, possible);
}

/** Starts a journey for one person manually. Audience, re-entry and holdout apply as for events. */
export async function startJourneyFor(
  transaction: Database,
  journey: StartableJourney,
  endUser: EndUser,
  { traceparent, ...by }: Pick<Candidate, 'idempotencyKey' | 'actor'> & Pick<NewCommand, 'traceparent'> = {},
): Promise<Start> {
  const now = new Date();
  const context = { workspaceId: journey.workspaceId, endUserId: endUser.id, endUser, now };
  const { idempotencyKey } = by;
  const cause = idempotencyKey === undefined ? newId('entry') : causeOfKey(idempotencyKey);
  const time = { at: now, timezone: endUser.timezone ?? 'UTC' };
  const candidate = { journey, endUserId: endUser.id, cause, eventData: {}, ...time, ...by };
  const [start] = await startEligible(transaction, [{ candidate, context, traceparent }]);
  if (start === undefined) throw new Error('An eligible start returned no result.');
  return start;
}

interface ConditionContext {
  workspaceId: string;
  endUserId: string;
  endUser: EndUser | null;
  event?: { data: JsonObject };
  now: Date;
}

interface PossibleStart {
  candidate: Omit<Candidate, 'cohort'>;
  context: ConditionContext;
  traceparent: string | null | undefined;
}

/** Creates executions for people in the audience, and queues their workflows in the outbox. @returns each result */
async function startEligible(transaction: Database, possible: readonly PossibleStart[]): Promise<Start[]> {
  const eligible: PossibleStart[] = [];
  for (const one of possible) {
    if (await holds(transaction, one.context, one.candidate.journey.audience)) eligible.push(one);
  }
  const entered = await enterJourneys(
    transaction,
    eligible.map(({ candidate }) => {
      const { journey, endUserId } = candidate;
      const { workspaceId, journeyId, holdoutPercent } = journey;
      return { ...candidate, cohort: cohortOf({ workspaceId, journeyId, endUserId }, holdoutPercent) };
    }),
  );
  const entries = new Map(eligible.map((one, index) => [one, entered[index]]));
  const commands: NewCommand[] = [];
  const starts = possible.map((one): Start => {
    const { journey, endUserId, cause } = one.candidate;
    const entry = entries.get(one) ?? ({ started: false, reason: 'audience' } as const);
    if (entry.started) {
      const { workspaceId } = journey;
      const traceparent = one.traceparent ?? null;
      commands.push({ workspaceId, kind: 'start_execution', subjectId: entry.executionId, traceparent });
    }
    return { journeyId: journey.journeyId, endUserId, cause, ...entry };
  });
  await enqueue(transaction, commands);
  return starts;
}

async function holds(database: Database, context: ConditionContext, condition: Condition | null): Promise<boolean> {
  return condition === null || evaluate(condition, await gatherFacts(database, context, [condition]));
}

interface Pair extends SubjectEvent {
  journey: TriggeredJourney;
}

const pairsOf = (events: readonly SubjectEvent[], journeys: readonly TriggeredJourney[]): Pair[] =>
  events.flatMap((one) =>
    journeys.filter(({ eventName }) => eventName === one.event.type).map((journey) => ({ ...one, journey })),
  );

/** All writers lock the same subjects in the same order, which prevents deadlocks. */
function inLockOrder(pairs: Pair[]): Pair[] {
  const key = ({ journey, endUserId }: Pair): string => `${journey.journeyId} ${endUserId}`;
  return pairs.sort((a, b) => (key(a) === key(b) ? 0 : key(a) < key(b) ? -1 : 1));
}

/** Locks the subjects, so that none is erased before the transaction ends. */
async function lockSubjects(
  transaction: Database,
  workspaceId: string,
  pairs: readonly Pair[],
): Promise<Map<string, EndUser>> {
  const ids = pairs.map(({ endUserId }) => endUserId);
  return ids.length === 0 ? new Map() : lockEndUsers(transaction, workspaceId, ids);
}
