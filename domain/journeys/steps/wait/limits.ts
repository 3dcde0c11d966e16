import type { ErrorDetail } from '../../../errors';
import type { JourneyStep } from '../../schemas';

const yearMs = 365 * 86_400_000;

/** The latest end of a wait when it is saved. Temporal creates no timer that fires more than 99 years from now. */
const maxWaitYears = 99;

/**
 * The longest single timer of a wait, in milliseconds. A longer wait, from a definition saved before the limit existed,
 * uses several timers in a row.
 */
export const maxTimerMs = 50 * yearMs;

/** Finds waits until an instant that is too far ahead. The schema limits durations and timeouts to five years. */
export function waitProblems(steps: readonly JourneyStep[], now: Date): ErrorDetail[] {
  const latestMs = now.getTime() + maxWaitYears * yearMs;
  return steps.flatMap((step, index) =>
    step.kind === 'wait' && step.until !== undefined && Date.parse(step.until) > latestMs
      ? [
          {
            path: `steps.${index}.until`,
            message: `Step "${step.id}" waits too long: \`until\` must be at most ${maxWaitYears} years from now.`,
          },
        ]
      : [],
  );
}
