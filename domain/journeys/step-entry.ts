import type { Condition } from '../conditions/schemas';
import type { JourneyStep } from './schemas';
import { endOfWait } from './steps/wait/end-of-wait';

/** The record of an execution entering a step. */
export interface StepEntry {
  stepId: string;
  kind: JourneyStep['kind'];
  /** The latest end of a wait. */
  resumesAt?: Date;
  /** The event that ends a wait. */
  awaits?: { eventName: string; where: Condition | null };
}

/**
 * Creates the record for entering a step.
 * @param from the start of a wait
 * @param timezone the subject's IANA name; an unknown one counts as UTC
 */
export function stepEntry(step: JourneyStep, from: Date, timezone: string): StepEntry {
  const { id: stepId, kind } = step;
  if (step.kind !== 'wait') return { stepId, kind };
  const resumesAt = endOfWait(step, from, timezone);
  if (step.untilEvent === undefined) return { stepId, kind, resumesAt };
  const { eventName, where = null } = step.untilEvent;
  return { stepId, kind, resumesAt, awaits: { eventName, where } };
}
