import type { Condition } from '../conditions/schemas';
import type { JourneyStep } from './schemas';
import { endOfWait } from './wait';

/** What is recorded when a run enters a step. */
export interface StepEntry {
  stepId: string;
  kind: JourneyStep['kind'];
  /** When a wait is over at the latest. */
  resumesAt?: Date;
  /** The event that a wait waits for. */
  awaits?: { eventName: string; where: Condition | null };
}

/**
 * The entry of a run into a step.
 * @param from when a wait begins
 * @param timezone the subject's, IANA name; an unknown one counts as UTC
 */
export function stepEntry(step: JourneyStep, from: Date, timezone: string): StepEntry {
  const { id: stepId, kind } = step;
  if (step.kind !== 'wait') return { stepId, kind };
  const resumesAt = endOfWait(step, from, timezone);
  if (step.untilEvent === undefined) return { stepId, kind, resumesAt };
  const { eventName, where = null } = step.untilEvent;
  return { stepId, kind, resumesAt, awaits: { eventName, where } };
}
