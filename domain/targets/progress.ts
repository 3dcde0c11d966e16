import { DateTime } from 'luxon';

export const targetStatuses = ['on_track', 'at_risk', 'behind', 'completed'] as const;

export type TargetStatus = (typeof targetStatuses)[number];

/** Minimum ratio of progress to elapsed time that still counts as at risk rather than behind. */
const riskRatio = 0.8;

/** Share of the time before progress is compared with it. Otherwise, every new target would be behind. */
export const graceShare = 0.01;

export interface TargetCourse {
  target: number;
  current: number;
  /** A date (ISO 8601), which includes the whole day in the timezone, or an instant. */
  deadline: string;
  timezone: string;
  createdAt: Date;
}

/** Returns the share of the target that is reached, 0 or more; above 1 if the target is exceeded. */
export const targetProgress = ({ target, current }: Pick<TargetCourse, 'target' | 'current'>): number =>
  Math.max(0, current / target);

/**
 * Returns the status of a target: completed if it is reached, otherwise from its progress compared with the share of
 * time that has passed. Until 1% of the time has passed, the target is on track. If the deadline is in the past or
 * before the target's creation, all time counts as passed.
 */
export function targetStatus(course: TargetCourse, now: Date): TargetStatus {
  if (course.current >= course.target) return 'completed';
  const progress = targetProgress(course);
  const elapsed = elapsedShare(course, now);
  if (progress >= elapsed || elapsed < graceShare) return 'on_track';
  return progress >= riskRatio * elapsed ? 'at_risk' : 'behind';
}

/** Returns the share of the time from creation to deadline that has passed, 0 to 1. */
export const elapsedShare = ({ deadline, timezone, createdAt }: TargetCourse, now: Date): number =>
  shareOfTime(createdAt.getTime(), deadlineInstant(deadline, timezone), now.getTime());

/** Returns the share of the time from creation to deadline that has passed, 0 to 1. Times are in milliseconds. */
export function shareOfTime(createdAt: number, deadline: number, now: number): number {
  const span = deadline - createdAt;
  if (span <= 0) return 1;
  return Math.min(1, Math.max(0, (now - createdAt) / span));
}

/** Returns when a deadline ends, in milliseconds since the epoch. */
export function deadlineInstant(deadline: string, timezone: string): number {
  const time = DateTime.fromISO(deadline, { zone: timezone });
  const isDate = !deadline.includes('T');
  return (isDate ? time.plus({ days: 1 }).startOf('day') : time).toMillis();
}
