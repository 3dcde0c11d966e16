import { DateTime } from 'luxon';
import type { Database } from '../../db/connection/pool';
import { countArmSubjects } from '../../db/reports/branch-performance';
import { countSubjects, countSubjectsByDay } from '../../db/reports/calibrated-impact';
import { readJourneyFigures } from '../../db/reports/journey-figures';
import type { JourneyName } from './journey-rows';

/** The subject counts of a journey's reports: from the totals and, under the same names, from each row. */

interface SubjectRow {
  cohort: 'exposed' | 'holdout';
  first_entered_at: Date;
  converted_at: Date | null;
}

interface ArmRow {
  version: number;
  step_id: string;
  arm_id: string;
  converted_at: Date | null;
}

/** Reads the counts from the totals, as reports do. */
export async function reportSubjects(database: Database, { workspaceId, journeyId }: JourneyName, now: Date) {
  const { triggered, converted } = await countSubjects(database, workspaceId, journeyId);
  const [figures] = await readJourneyFigures(database, workspaceId, [journeyId], now);
  const { entries, exposed, holdout, convertedExposed, convertedHoldout } = figures!;
  const arms: Record<string, unknown[]> = {};
  for (const version of [undefined, 1, 2]) {
    const counted = await countArmSubjects(database, workspaceId, journeyId, version);
    arms[version ?? 'all'] = counted.map((arm) => [arm.stepId, arm.armId, arm.subjectsReached, arm.goalEvents]);
  }
  return {
    impact: { triggered, converted },
    figures: { entries, exposed, holdout, convertedExposed, convertedHoldout },
    days: await countSubjectsByDay(database, workspaceId, journeyId, now),
    arms,
  };
}

/** Recounts them from every row. */
export async function recountSubjects(database: Database, name: JourneyName, now: Date) {
  const where = { workspace_id: name.workspaceId, journey_id: name.journeyId };
  const { timezone: zone } = await database('workspaces').where({ id: name.workspaceId }).first<{ timezone: string }>();
  const subjects: SubjectRow[] = await database('journey_subjects').where(where);
  const arms: ArmRow[] = await database('journey_arm_subjects').where(where);
  const dayOf = new Map(
    subjects.map((subject) => [subject, DateTime.fromJSDate(subject.first_entered_at, { zone }).toISODate()]),
  );
  const days = Array.from({ length: 30 }, (_, index) => {
    const date =
      DateTime.fromJSDate(now, { zone })
        .minus({ days: 29 - index })
        .toISODate() ?? '';
    return { date, ...cohortsOf(subjects.filter((subject) => dayOf.get(subject) === date)) };
  });
  const all = cohortsOf(subjects);
  return {
    impact: {
      triggered: { exposed: all.exposed, holdout: all.holdout },
      converted: { exposed: all.convertedExposed, holdout: all.convertedHoldout },
    },
    figures: { entries: days.slice(-7).map(({ exposed, holdout }) => exposed + holdout), ...all },
    days,
    arms: {
      all: armsOf(arms),
      1: armsOf(arms.filter(({ version }) => version === 1)),
      2: armsOf(arms.filter(({ version }) => version === 2)),
    },
  };
}

function cohortsOf(subjects: readonly SubjectRow[]) {
  const count = (cohort: string, onlyConverted: boolean): number =>
    subjects.filter((one) => one.cohort === cohort && (one.converted_at !== null || !onlyConverted)).length;
  return {
    exposed: count('exposed', false),
    holdout: count('holdout', false),
    convertedExposed: count('exposed', true),
    convertedHoldout: count('holdout', true),
  };
}

function armsOf(rows: readonly ArmRow[]): unknown[][] {
  const keys = [...new Set(rows.map(({ step_id: step, arm_id: arm }) => `${step} ${arm}`))].sort();
  return keys.map((key) => {
    const theirs = rows.filter(({ step_id: step, arm_id: arm }) => `${step} ${arm}` === key);
    const converted = theirs.filter(({ converted_at: at }) => at !== null);
    return [...key.split(' '), theirs.length, converted.length];
  });
}
