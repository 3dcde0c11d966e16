import type { Database } from '../../db/connection/pool';
import { countCompletionsByDay } from '../../db/reports/conversion-days';
import { findTarget, type Target } from '../../db/targets/targets';
import { readDailyValues } from '../../db/targets/target-values';
import { localPeriod } from '../../domain/analytics/period';
import { courseOf, type Course, type TargetHistory } from '../../domain/targets/course';
import { readReport, type ReportSource } from '../analytics/read-report';

/** Reads the course of a target with every event that was stored. Returns null if the target does not exist. */
export function readCourse(
  source: ReportSource,
  workspaceId: string,
  { id, now }: { id: string; now: Date },
): Promise<Course | null> {
  return readReport(source, workspaceId, async (snapshot) => {
    const target = await findTarget(snapshot, workspaceId, id);
    return target === null ? null : courseOf(target, await readHistory(snapshot, target, now), now);
  });
}

async function readHistory(snapshot: Database, target: Target, now: Date): Promise<TargetHistory> {
  const { sourceConversionId, isSourceMissing, timezone, createdAt, workspaceId } = target;
  if (sourceConversionId === null || isSourceMissing)
    return { isCount: false, values: await readDailyValues(snapshot, target) };
  // Clocks may be ahead, so completions of tomorrow can be part of the value.
  const period = localPeriod(createdAt, new Date(now.getTime() + 86_400_000), timezone);
  const days = await countCompletionsByDay(snapshot, { ...period, workspaceId, timezone }, sourceConversionId);
  const completions = new Map<string, number>();
  for (const { date, completions: count } of days) completions.set(date, (completions.get(date) ?? 0) + count);
  return { isCount: true, completions };
}
