import { hashesWith } from '../../domain/erasure/erased';
import type { AwaitedNames, NamedEvent } from '../../domain/events/awaited-names';
import type { JourneyStep } from '../../domain/journeys/schemas';
import { isForeignKeyViolation } from '../../db/connection/errors';
import { newId } from '../../db/connection/ids';
import type { Database } from '../../db/connection/pool';
import { findErasedNames } from '../../db/erasure/erased-names';
import { insertEvents, insertEventsOfPeople, type EventToStore } from '../../db/events/events';
import { findSubjectEvents } from '../../db/events/event-subjects';
import { findTriggers, startTriggeredJourneys, type Start } from '../journeys/start-triggered-journeys';
import { findPeople, resolvePeople } from '../../db/end-users/named-people';
import { nameKey, type NamedPerson } from '../../domain/identity/named-person';
import { confirmPublicLeads } from '../../db/end-users/public-leads';
import { signalExecutions } from '../../db/journeys/run-events';
import { assertClaims } from '../../db/identity/stitch';
import { verifyVisitors } from '../../db/identity/verify-visitors';
import {
  noOutcome,
  outcomesOf,
  type Arriving,
  type IngestionOutcome,
  type Stored,
  type StoredWithCauses,
  type Submission,
} from './submission';

/** What storing events takes. */
export interface IngestionContext {
  database: Database;
  /** The installation's secret for hashes. */
  pepper: string;
  /** Names that were awaited of late. */
  awaitedNames?: AwaitedNames;
}

/**
 * Stores the events of several requests in one transaction, with their effects: people, links, journey starts. Most events
 * only need a person, and are stored by one statement without a transaction.
 * @returns the result of each submission, in their order
 */
export async function ingestEvents(
  context: IngestionContext,
  submissions: readonly Submission[],
): Promise<readonly IngestionOutcome[]> {
  const { database, awaitedNames } = context;
  const arriving = arrivalsOf(submissions);
  const nothingMore = (): IngestionOutcome[] => submissions.map(() => noOutcome);
  if (arriving.length === 0) return nothingMore();
  if (!submissions.some(mayCauseMore)) {
    const events = arriving.map((one) => toStore(one, noPerson));
    if ((await insertEvents(database, events, { unlessAwaited: true })).isDone) return nothingMore();
  }
  let attemptsLeft = attempts;
  try {
    // Within a transaction of the caller a failure could not be tried again.
    if (database.isTransaction !== true && awaitedNames?.has(arriving.map(namedEvent)) !== true) {
      const inserted = await insertUnlessMore(context, arriving, { unlessAwaited: true });
      if (inserted?.isDone === true) return await outcomesOf(database, submissions, { ...inserted, starts: [] });
    }
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    attemptsLeft -= 1;
  }
  return storeInTransaction(context, submissions, attemptsLeft);
}

/**
 * Stores events of known people, and of new people with an address, in one statement. This covers most keyed events.
 * @returns null if a visitor or an id must be linked. Nothing is stored then, or if `isDone` is false.
 */
async function insertUnlessMore(
  { database, pepper }: IngestionContext,
  arriving: readonly Arriving[],
  options: { unlessAwaited: boolean },
): Promise<Stored | null> {
  const linksMore = arriving.some(
    (one) => !isNamedByEvent(one) || (one.event.visitorId !== null && (one.event.userId ?? one.event.email) !== null),
  );
  const found = linksMore ? null : await findPeople(database, pepper, arriving.map(nameOf));
  if (found === null) return null;
  const events = arriving.map((one) => toStore(one, found.people.get(nameKey(nameOf(one))) ?? noPerson));
  const inserted = await insertEventsOfPeople(database, found.created, events, options);
  // An address that had none may have a person by then.
  for (const event of events) event.endUserId = inserted.stored.get(event.id) ?? event.endUserId;
  return { ...inserted, arriving, events };
}

/** Whether events may identify people and start journeys: events from servers, and events with a `userId` from pages. */
export const mayCauseMore = ({ origin, events }: Submission): boolean =>
  origin !== 'public' || events.some(({ userId }) => userId !== null);

const arrivalsOf = (submissions: readonly Submission[]): Arriving[] =>
  submissions.flatMap((submission) => submission.events.map((event) => ({ submission, event })));

async function storeInTransaction(
  context: IngestionContext,
  submissions: readonly Submission[],
  attemptsLeft: number,
): Promise<readonly IngestionOutcome[]> {
  try {
    return await context.database.transaction(async (database) =>
      outcomesOf(database, submissions, await storeWithCauses({ ...context, database }, arrivalsOf(submissions))),
    );
  } catch (error) {
    if (attemptsLeft === 1 || !isForeignKeyViolation(error)) throw error;
    return storeInTransaction(context, submissions, attemptsLeft - 1);
  }
}

/** Attempts at a group of events when a person in them is erased concurrently. The next attempt does not find that person. */
const attempts = 3;

async function storeWithCauses(context: IngestionContext, given: readonly Arriving[]): Promise<StoredWithCauses> {
  const { database: transaction, awaitedNames } = context;
  const inserted = await insertUnlessMore(context, given, { unlessAwaited: false });
  const storing = inserted?.isDone === true ? inserted : await insertLinked(context, given);
  const { arriving, events, stored, awaitedBy } = storing;
  const isAwaited = awaitedBy.journeys || awaitedBy.goals || awaitedBy.runs;
  awaitedNames?.note(arriving.map(namedEvent), isAwaited);
  if (!isAwaited) return { ...storing, starts: [] };
  const live = events.filter(({ id }, index) => stored.has(id) && arriving[index]?.submission.historical !== true);
  const starts: Start[] = [];
  // In one order, so that groups which hold several workspaces wait for each other rather than in a circle.
  for (const [workspaceId, theirs] of [...byWorkspace(live)].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const about = await findSubjectEvents(transaction, workspaceId, theirs);
    const triggers = awaitedBy.journeys
      ? await findTriggers(transaction, workspaceId, about)
      : { events: [], journeys: [] };
    // Starts first: the goal of a run may be in the same commit, and so may what its first step waits for.
    starts.push(...(await startTriggeredJourneys(transaction, workspaceId, triggers)));
    const mayWaitNow = about.length > 1 && triggers.journeys.some(({ entryStep }) => isEventWait(entryStep));
    await signalExecutions(transaction, workspaceId, about, {
      goals: awaitedBy.goals,
      runs: awaitedBy.runs || mayWaitNow,
    });
  }
  return { ...storing, starts };
}

const isEventWait = (step: JourneyStep): boolean => step.kind === 'wait' && step.untilEvent !== undefined;

/** Stores events with their people, the people's ids and visitors, and the visitors' asserted links. */
async function insertLinked(
  { database: transaction, pepper }: IngestionContext,
  given: readonly Arriving[],
): Promise<Stored> {
  const known = await confirmKnownPeople(transaction, given.flatMap(knownPerson));
  const people = await resolvePeople(transaction, hashesWith(pepper), given.filter(isNamedByEvent).map(nameOf));
  const arriving = given.filter((one) => people.get(nameKey(nameOf(one)))?.isConflict !== true);
  const isErased = await findErasedNames(transaction, hashesWith(pepper), arriving.flatMap(claimedId));
  const personOf = (one: Arriving): NamedPerson => {
    const [person] = knownPerson(one);
    if (person !== undefined) return known.has(person.endUserId) ? { ...person, isErased: false } : erased;
    if (isKeyed(one)) return people.get(nameKey(nameOf(one))) ?? noPerson;
    return claimedId(one).some(isErased) ? erased : noPerson;
  };
  const events = arriving.map((one) => toStore(one, personOf(one)));
  await verifyVisitors(transaction, visitorsOf(arriving, events));
  await assertClaims(transaction, arriving.flatMap(claimOf));
  return { ...(await insertEvents(transaction, events)), arriving, events };
}

/** Those people of the submissions who are there. One who was erased since the caller looked is not. */
async function confirmKnownPeople(
  transaction: Database,
  known: readonly { workspaceId: string; endUserId: string }[],
): Promise<ReadonlySet<string>> {
  if (known.length === 0) return new Set();
  await confirmPublicLeads(transaction, known);
  const rows = await transaction('end_users')
    .whereIn(
      ['workspace_id', 'id'],
      known.map(({ workspaceId, endUserId }) => [workspaceId, endUserId]),
    )
    .select<{ id: string }[]>('id');
  return new Set(rows.map(({ id }) => id));
}

const knownPerson = ({ submission: { workspaceId, endUserId = null } }: Arriving) =>
  endUserId === null ? [] : [{ workspaceId, endUserId }];

const noPerson: NamedPerson = { endUserId: null, isErased: false };
const erased: NamedPerson = { endUserId: null, isErased: true };

const isNamedByEvent = (one: Arriving): boolean => isKeyed(one) && knownPerson(one).length === 0;

const isKeyed = ({ submission }: Arriving): boolean => submission.origin === 'server';

const namedEvent = ({ submission: { workspaceId }, event: { type } }: Arriving): NamedEvent => ({ workspaceId, type });

const nameOf = ({ submission: { workspaceId }, event: { userId, email } }: Arriving) => ({
  workspaceId,
  userId,
  email,
});

/** Written out, as copying objects into one another is most of what this would cost. */
function toStore({ submission, event }: Arriving, { endUserId, isErased }: NamedPerson): EventToStore {
  return {
    workspaceId: submission.workspaceId,
    id: newId('event'),
    receivedAt: submission.receivedAt,
    endUserId,
    type: event.type,
    visitorId: event.visitorId,
    userId: isErased ? null : event.userId,
    url: event.url,
    referrer: event.referrer,
    channel: event.channel,
    data: event.data,
    device: event.device,
    messageId: event.messageId,
    occurredAt: event.occurredAt,
    clockAdjusted: event.clockAdjusted,
    isBot: event.isBot,
    traceparent: submission.traceparent ?? null,
  };
}

function visitorsOf(arriving: readonly Arriving[], events: readonly EventToStore[]) {
  return events.flatMap(({ workspaceId, visitorId, endUserId }, index) => {
    const actor = arriving[index]?.submission.actor ?? '';
    return visitorId === null || endUserId === null ? [] : { workspaceId, visitorId, endUserId, actor };
  });
}

function claimOf({ submission: { origin, workspaceId }, event: { visitorId, userId } }: Arriving) {
  return origin === 'server' || visitorId === null || userId === null ? [] : { workspaceId, visitorId, userId };
}

/** The id that a public event claims; that of an erased person is not kept. */
const claimedId = ({ submission: { origin, workspaceId }, event: { userId } }: Arriving) =>
  origin === 'server' || userId === null ? [] : [{ workspaceId, kind: 'id' as const, value: userId }];

function byWorkspace(events: readonly EventToStore[]): Map<string, EventToStore[]> {
  const groups = new Map<string, EventToStore[]>();
  for (const event of events) {
    const group = groups.get(event.workspaceId);
    if (group === undefined) groups.set(event.workspaceId, [event]);
    else group.push(event);
  }
  return groups;
}
