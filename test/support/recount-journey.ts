import { DateTime } from 'luxon';
import { koopmanInterval } from '../../domain/experiments/score-interval';
import { rowsOf } from '../../db/connection/statements';
import type { Database } from '../../db/connection/pool';

/** Recounts a journey's reports row by row, without the data that the service prepares for its reports. */

interface Entry {
  endUserId: string;
  cause: string;
  version: number;
  cohort: 'exposed' | 'holdout';
  enteredAt: Date;
}

interface GoalEvent {
  id: string;
  type: string;
  endUserId: string;
  occurredAt: Date;
}

interface Goal {
  eventName: string | null;
  windowDays: number;
}

interface ImpactSubject {
  cohort: 'exposed' | 'holdout';
  converted: boolean;
  day: string;
}

const dayMs = 86_400_000;

/**
 * Returns the expected response of GET /api/journeys/:id/calibrated-impact, from `journey_entries` and `events`. A
 * subject's first entry decides cohort, day and version. The subject converted if an event other than the one of the
 * entry matches the name of that version's goal, at the entry or later, within its window. Assumes unchanged links,
 * because events count for the person currently linked to their visitor.
 */
export async function recountImpact(database: Database, workspaceId: string, journeyId: string, now = new Date()) {
  const [entries, goals, timezone] = await Promise.all([
    readEntries(database, workspaceId, journeyId),
    readGoals(database, workspaceId, journeyId),
    readTimezone(database, workspaceId),
  ]);
  const names = [...new Set([...goals.values()].flatMap(({ eventName }) => eventName ?? []))];
  const events = groupByPerson(await readPeoplesEvents(database, workspaceId, names));
  const dayOf = (at: Date): string => DateTime.fromJSDate(at, { zone: timezone }).toISODate() ?? '';
  const subjects = [...firstEntries(entries).values()].map((entry): ImpactSubject => {
    const goal = goals.get(entry.version);
    const theirs = events.get(entry.endUserId) ?? [];
    const converted = goal !== undefined && theirs.some((event) => isGoal(event, entry, goal));
    return { cohort: entry.cohort, converted, day: dayOf(entry.enteredAt) };
  });
  return { ...summary(subjects), dailyTrend: trend(subjects, DateTime.fromJSDate(now, { zone: timezone })) };
}

function isGoal(event: GoalEvent, entry: Entry, { eventName, windowDays }: Goal): boolean {
  if (event.type !== eventName || event.id === entry.cause) return false;
  const after = event.occurredAt.getTime() - entry.enteredAt.getTime();
  return after >= 0 && after <= windowDays * dayMs;
}

function summary(subjects: readonly ImpactSubject[]) {
  const count = (cohort: string, onlyConverted: boolean): number =>
    subjects.filter((subject) => subject.cohort === cohort && (subject.converted || !onlyConverted)).length;
  const both = (onlyConverted: boolean) => ({
    exposed: count('exposed', onlyConverted),
    holdout: count('holdout', onlyConverted),
  });
  const [triggered, converted] = [both(false), both(true)];
  const exposureRate = triggered.exposed === 0 ? 0 : converted.exposed / triggered.exposed;
  const holdoutRate = triggered.holdout === 0 ? 0 : converted.holdout / triggered.holdout;
  const undefinedLift = triggered.exposed === 0 || holdoutRate === 0;
  return {
    triggered,
    converted,
    exposureRate,
    holdoutRate,
    lift: undefinedLift ? null : (exposureRate - holdoutRate) / holdoutRate,
    liftInterval95: undefinedLift
      ? null
      : koopmanInterval(
          { n: triggered.holdout, conversions: converted.holdout },
          { n: triggered.exposed, conversions: converted.exposed },
          0.05,
        ),
    underpowered: triggered.exposed < 100 || triggered.holdout < 100,
  };
}

function trend(subjects: readonly ImpactSubject[], today: DateTime) {
  return Array.from({ length: 30 }, (_, index) => {
    const date = today.minus({ days: 29 - index }).toISODate() ?? '';
    const theirs = subjects.filter(({ day }) => day === date);
    const { triggered, converted } = summary(theirs);
    return { date, ...triggered, convertedExposed: converted.exposed, convertedHoldout: converted.holdout };
  });
}

/** Orders entries of the same instant by the creation of their causes. */
function firstEntries(entries: readonly Entry[]): Map<string, Entry> {
  const order = ({ enteredAt, cause }: Entry): string =>
    `${enteredAt.toISOString()} ${cause.slice(cause.indexOf('_'))}`;
  const first = new Map<string, Entry>();
  for (const entry of entries) {
    const known = first.get(entry.endUserId);
    if (known === undefined || order(entry) < order(known)) first.set(entry.endUserId, entry);
  }
  return first;
}

function groupByPerson(events: readonly GoalEvent[]): Map<string, GoalEvent[]> {
  const groups = new Map<string, GoalEvent[]>();
  for (const event of events) {
    const group = groups.get(event.endUserId) ?? [];
    groups.set(event.endUserId, group);
    group.push(event);
  }
  return groups;
}

const readEntries = (database: Database, workspaceId: string, journeyId: string) =>
  rowsOf<Entry>(
    database.raw(
      `select end_user_id as "endUserId", cause, version, cohort, entered_at as "enteredAt" from journey_entries
        where workspace_id = ? and journey_id = ?`,
      [workspaceId, journeyId],
    ),
  );

async function readGoals(database: Database, workspaceId: string, journeyId: string): Promise<Map<number, Goal>> {
  const rows = await rowsOf<Goal & { version: number }>(
    database.raw(
      `select version, goal_event_name as "eventName", goal_event_window_days as "windowDays" from journey_versions
        where workspace_id = ? and journey_id = ?`,
      [workspaceId, journeyId],
    ),
  );
  return new Map(rows.map(({ version, ...goal }) => [version, goal]));
}

async function readTimezone(database: Database, workspaceId: string): Promise<string> {
  return (await database('workspaces').where({ id: workspaceId }).first<{ timezone: string }>('timezone')).timezone;
}

/** Reads events of people: named by the event, or by its visitor's newest link if that is verified. */
const readPeoplesEvents = (database: Database, workspaceId: string, names: readonly string[]) =>
  rowsOf<GoalEvent>(
    database.raw(
      `select e.id, e.type, e.occurred_at as "occurredAt", coalesce(e.end_user_id, l.end_user_id) as "endUserId"
         from events e
         left join visitor_links l on l.workspace_id = e.workspace_id and l.visitor_id = e.visitor_id
          and l.strength = 'verified' and not exists (
            select from visitor_links n where n.workspace_id = l.workspace_id and n.visitor_id = l.visitor_id
               and n.supersedes = l.id)
        where e.workspace_id = ? and e.type = any (?) and not e.is_bot
          and coalesce(e.end_user_id, l.end_user_id) is not null`,
      [workspaceId, [...names]],
    ),
  );

/** Returns the expected response of GET /api/journeys/:id/step-stats by step, counted row by row. */
export async function recountSteps(database: Database, workspaceId: string, journeyId: string) {
  const runs = await database('executions').where({ workspace_id: workspaceId, journey_id: journeyId });
  const rows = await database('execution_steps').where({ workspace_id: workspaceId });
  const mine = new Set(runs.map(({ id }) => id as string));
  const steps = new Map<string, Record<string, number>>();
  const count = (stepId: string, what: string): void => {
    const counts = steps.get(stepId) ?? {};
    steps.set(stepId, counts);
    counts[what] = (counts[what] ?? 0) + 1;
  };
  for (const { execution_id: runId, step_id: stepId, status, reason, deferred_reason: deferredReason } of rows) {
    if (!mine.has(runId)) continue;
    if (deferredReason !== null) count(stepId, `deferred: ${deferredReason}`);
    if (status === 'waiting') continue;
    count(stepId, status);
    if (status === 'skipped') count(stepId, `skipped: ${reason}`);
  }
  for (const { status, current_step_id: stepId } of runs) if (status === 'RUNNING') count(stepId, 'waiting');
  return Object.fromEntries(steps);
}
