import { DateTime } from 'luxon';

export const targetStatuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;

export type TargetStatus = (typeof targetStatuses)[number];

/** The least progress for each elapsed share of the time that is still a risk only. */
const riskRatio = 0.8;

export interface TargetCourse {
  target: number;
  current: number;
  /** A date (ISO 8601), which ends with its day in the timezone, or an instant. */
  deadline: string;
  timezone: string;
  createdAt: Date;
}

/** The share of the target that is reached: 0 at the least, above 1 when it is passed. */
export const targetProgress = ({ target, current }: Pick<TargetCourse, 'target' | 'current'>): number =>
  Math.max(0, current / target);

/**
 * How a target does: completed when it is reached, else by its progress against the share of the time that has passed. A deadline
 * in the past, or before the target was made, counts as fully elapsed.
 */
export function targetStatus(course: TargetCourse, now: Date): TargetStatus {
  if (course.current >= course.target) return 'completed';
  const progress = targetProgress(course);
  const elapsed = elapsedShare(course, now);
  if (progress >= elapsed) return 'on_track';
  return progress >= riskRatio * elapsed ? 'at_risk' : 'behind';
}

function elapsedShare({ deadline, timezone, createdAt }: TargetCourse, now: Date): number {
  const end = deadlineInstant(deadline, timezone);
  const span = end - createdAt.getTime();
  if (span <= 0) return 1;
  return Math.min(1, Math.max(0, (now.getTime() - createdAt.getTime()) / span));
}

/** Milliseconds since the epoch. */
function deadlineInstant(deadline: string, timezone: string): number {
  const time = DateTime.fromISO(deadline, { zone: timezone });
  const isDate = !deadline.includes('T');
  return (isDate ? time.plus({ days: 1 }).startOf('day') : time).toMillis();
}
