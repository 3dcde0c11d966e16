import { evaluate } from '../../conditions/evaluate';
import { cohortOf } from '../holdout';
import { endOfQuietHours } from '../quiet-hours';
import type { Decision, Override } from './schemas';
import type { SimulatedRun } from './simulated-run';

/**
 * Runs the checks at the start of an execution: first those that decide whether it starts, then those that each send
 * repeats.
 */
export function decide(run: SimulatedRun): Decision[] {
  return [
    audience(run),
    reentry(run),
    overridable(run, 'opt_out', run.subject.consent, [
      'The person consents to marketing email.',
      'The person does not consent to marketing email.',
    ]),
    overridable(run, 'suppression', !run.isSuppressed, [
      'The address is not suppressed.',
      'The address is suppressed.',
    ]),
    frequencyCap(run),
    holdout(run),
    quietHours(run),
  ];
}

/** Returns whether the execution starts. */
export const begins = (decisions: readonly Decision[]): boolean =>
  !decisions.some(({ check, outcome }) => outcome === 'block' && ['audience', 'reentry', 'holdout'].includes(check));

const passOrBlock = (check: Decision['check'], passes: boolean, reasons: [pass: string, block: string]): Decision =>
  passes ? { check, outcome: 'pass', reason: reasons[0] } : { check, outcome: 'block', reason: reasons[1] };

function overridable(
  { overrides }: SimulatedRun,
  check: Override,
  passes: boolean,
  reasons: [pass: string, block: string],
): Decision {
  const decision = passOrBlock(check, passes, reasons);
  return decision.outcome === 'block' && overrides.has(check) ? { ...decision, outcome: 'overridden' } : decision;
}

function audience({ audience: condition, facts }: SimulatedRun): Decision {
  if (condition === null)
    return { check: 'audience', outcome: 'pass', reason: 'The journey has no audience: every person is eligible.' };
  return passOrBlock('audience', evaluate(condition, facts), [
    'The person is in the audience.',
    'The person is not in the audience.',
  ]);
}

function reentry({ definition, hasEntered, isRunning }: SimulatedRun): Decision {
  if (definition.reentry === 'once') {
    return passOrBlock('reentry', !hasEntered, [
      'The person has not entered before.',
      'The person has entered before and can enter only once.',
    ]);
  }
  const isFree = definition.reentry === 'always' || !isRunning;
  return passOrBlock('reentry', isFree, ['The person can enter.', 'The person is in an execution that has not ended.']);
}

function frequencyCap(run: SimulatedRun): Decision {
  const { max, days } = run.frequencyCap ?? { max: Infinity, days: 0 };
  const reasons: [string, string] = [
    'The person is below the frequency cap.',
    `The person had ${max} messages within ${days} days.`,
  ];
  return overridable(run, 'frequency_cap', !isCapped(run, run.at, run.sentAt), reasons);
}

/** Checks whether the frequency cap allows no more messages at `now`, given the times of earlier messages. */
export function isCapped({ frequencyCap: cap }: SimulatedRun, now: Date, sentAt: readonly Date[]): boolean {
  if (cap === null) return false;
  const since = now.getTime() - cap.days * 86_400_000;
  return sentAt.filter((at) => at.getTime() > since).length >= cap.max;
}

function holdout(run: SimulatedRun): Decision {
  const { workspaceId, journeyId, definition, subject } = run;
  if (subject.isSynthetic) {
    // A synthetic subject has no id to hash. At 100%, no hash is needed.
    return overridable(run, 'holdout', definition.holdoutPercent < 100, [
      'A sample subject is in no cohort.',
      'Every person is in the holdout group.',
    ]);
  }
  const cohort = cohortOf({ workspaceId, journeyId, endUserId: subject.id }, definition.holdoutPercent);
  return overridable(run, 'holdout', cohort === 'exposed', [
    'The person is in the exposed group.',
    'The person is in the holdout group.',
  ]);
}

function quietHours({ quietHours: hours, at, subject }: SimulatedRun): Decision {
  const until = endOfQuietHours(hours, at, subject.timezone ?? 'UTC');
  const reason = until === null ? 'Quiet hours are not active.' : `Messages are delayed until ${until.toISOString()}.`;
  return { check: 'quiet_hours', outcome: 'pass', reason };
}
