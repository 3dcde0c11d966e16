import { evaluate } from '../../domain/conditions/evaluate';
import type { Condition } from '../../domain/conditions/schemas';
import { compileConversions } from '../../domain/conversions/match';
import type { LiveEvent } from '../../domain/live-events/schemas';
import { findSkipReason } from '../../domain/events/skip-reason';
import { cohortOf } from '../../domain/journeys/holdout';
import { gatherFacts } from '../../db/audiences/condition-facts';
import type { Database } from '../../db/connection/pool';
import { listConversions } from '../../db/conversions/conversions';
import { findEndUsers, type EndUser } from '../../db/end-users/end-users';
import type { WaitingRejection } from '../../db/events/rejected-events';
import { findVerifiedEndUsers } from '../../db/identity/identity';
import {
  findEventEffects,
  findJourneyNames,
  listTriggeredJourneys,
  type EventEffect,
  type LiveEventRow,
  type TriggeredJourney,
} from '../../db/reports/live-events';
import type { Context } from '../ports';

/** An event with the person that it is about. */
export interface EventWithPerson {
  row: LiveEventRow;
  personId: string | null;
}

/** Finds the person of each event: the one that it names, or the one that its visitor is verified as. */
export async function findPeopleOfEvents(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  rows: readonly LiveEventRow[],
): Promise<EventWithPerson[]> {
  const unnamed = rows.flatMap(({ endUserId, visitorId }) => (endUserId === null ? (visitorId ?? []) : []));
  const verified = await findVerifiedEndUsers(database, workspaceId, [...new Set(unnamed)]);
  return rows.map((row) => ({
    row,
    personId: row.endUserId ?? (row.visitorId === null ? null : (verified.get(row.visitorId) ?? null)),
  }));
}

type Outcome = LiveEvent['outcome'];

const noOutcome: Omit<Outcome, 'status'> = {
  started: [],
  matched: [],
  goals: [],
  skipped: [],
  conversions: [],
  rejection: null,
};

/**
 * Finds what events did: in journeys, by what is stored about them; as conversions, by the current definitions; and
 * why journeys that they trigger were not started, by the current conditions.
 */
export async function describeEvents(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  events: readonly EventWithPerson[],
): Promise<LiveEvent[]> {
  if (events.length === 0) return [];
  const counted = events.filter(({ row }) => !row.isBot);
  const named = events.flatMap(({ personId }) => personId ?? []);
  const types = [...new Set(counted.map(({ row }) => row.type))];
  const [people, triggered, conversions] = await Promise.all([
    findEndUsers(database, workspaceId, named),
    listTriggeredJourneys(database, workspaceId, types),
    listConversions(database, workspaceId),
  ]);
  const effects = await findEventEffects(database, workspaceId, {
    eventIds: counted.map(({ row }) => row.id),
    people: [...people.keys()],
    journeyIds: triggered.map(({ journeyId }) => journeyId),
  });
  const journeys = [...triggered, ...effects].map(({ journeyId }) => journeyId);
  const names = await findJourneyNames(database, workspaceId, journeys);
  const completed = compileConversions(conversions);
  const conversionNames = new Map(conversions.map(({ id, name }) => [id, name]));
  const withName = (journeyId: string) => ({ journeyId, journeyName: names.get(journeyId) ?? journeyId });
  const withExecution = ({ journeyId, executionId }: EventEffect) => ({
    ...withName(journeyId),
    executionId: executionId ?? '',
  });
  const described: LiveEvent[] = [];
  for (const { row, personId } of events) {
    const person = (personId !== null && people.get(personId)) || null;
    const skipped = row.isBot ? [] : await findSkipped(database, { workspaceId, row, person, effects }, triggered);
    const of = (kind: EventEffect['kind']) => listEffects(effects, row.id, kind).map(withExecution);
    described.push({
      event: present(row),
      person: person && { id: person.id, email: person.email },
      outcome: {
        ...noOutcome,
        status: row.isBot ? 'bot' : 'stored',
        started: of('started'),
        matched: of('matched'),
        goals: of('goal'),
        conversions: row.isBot ? [] : completed(row).map((id) => ({ id, name: conversionNames.get(id) ?? id })),
        skipped: skipped.map(({ journeyId, reason }) => ({ ...withName(journeyId), reason })),
      },
    });
  }
  return described;
}

/** Lists the effects of an event of one kind, one per journey. */
function listEffects(effects: readonly EventEffect[], eventId: string, kind: EventEffect['kind']): EventEffect[] {
  const own = effects.filter((one) => one.kind === kind && one.eventId === eventId);
  return [...new Map(own.map((one) => [one.journeyId, one])).values()];
}

interface Subject {
  workspaceId: string;
  row: LiveEventRow;
  person: EndUser | null;
  effects: readonly EventEffect[];
}

async function findSkipped(
  database: Database,
  { workspaceId, row, person, effects }: Subject,
  triggered: readonly TriggeredJourney[],
) {
  const skipped: { journeyId: string; reason: Outcome['skipped'][number]['reason'] }[] = [];
  const matches = async (condition: Condition | null): Promise<boolean> => {
    if (condition === null) return true;
    if (person === null) return evaluate(condition, { event: row });
    const about = { workspaceId, endUserId: person.id, endUser: person, event: row, now: row.receivedAt };
    return evaluate(condition, await gatherFacts(database, about, [condition]));
  };
  for (const journey of triggered) {
    const { journeyId, publishedAt, where, audience, isPaused, holdoutPercent } = journey;
    const ofJourney = effects.filter((one) => one.journeyId === journeyId && one.endUserId === person?.id);
    const hasStarted = ofJourney.some(({ kind, eventId }) => kind === 'started' && eventId === row.id);
    if (journey.eventName !== row.type || row.receivedAt < publishedAt || hasStarted) continue;
    if (!(await matches(where))) continue;
    const reason = findSkipReason({
      isPaused,
      isIdentified: person !== null,
      isInAudience: await matches(audience),
      hasEntered: ofJourney.some(({ kind }) => kind === 'entered'),
      isHeldOut:
        person !== null && cohortOf({ workspaceId, journeyId, endUserId: person.id }, holdoutPercent) === 'holdout',
    });
    if (reason !== null) skipped.push({ journeyId, reason });
  }
  return skipped;
}

const present = (row: LiveEventRow): LiveEvent['event'] => ({
  id: row.id,
  type: row.type,
  occurredAt: row.occurredAt.toISOString(),
  receivedAt: row.receivedAt.toISOString(),
  visitorId: row.visitorId,
  userId: row.userId,
  url: row.url,
  referrer: row.referrer,
  channel: row.channel,
  data: row.data,
  messageId: row.messageId,
  clockAdjusted: row.clockAdjusted,
});

/** A rejected event in the form of a live one. Its data is the event as received. */
export function describeRejection({ id, receivedAt, code, message, payload }: WaitingRejection): LiveEvent {
  const data = parsePayload(payload);
  const text = (name: string): string | null => {
    const value = (data as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    event: {
      id,
      type: text('type') ?? '',
      occurredAt: null,
      receivedAt: receivedAt.toISOString(),
      visitorId: text('visitorId'),
      userId: text('userId'),
      url: text('url'),
      referrer: text('referrer'),
      channel: null,
      data,
      messageId: text('messageId'),
      clockAdjusted: false,
    },
    person: null,
    outcome: { ...noOutcome, status: 'rejected', rejection: { code, message } },
  };
}

/** The payload as JSON; the text itself if it is not JSON. */
export function parsePayload(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch {
    return payload;
  }
}
