import { evaluate } from '../../conditions/evaluate';
import { cohortOf } from '../holdout';
import { decideSend, simulatedCircumstances, type SendCircumstances } from '../steps/send/rules';
import type { Decision, Override } from './schemas';
import type { SimulatedRun } from './simulated-run';

/**
 * Runs the checks at the start of an execution: first those that decide whether it starts, then those that each send
 * repeats.
 */
export function decide(run: SimulatedRun): Decision[] {
  const { subject, isSuppressed, frequencyCap } = run;
  return [
    audience(run),
    reentry(run),
    overridable(run, 'opt_out', !stopsSend(run, { hasConsent: subject.consent }), [
      'The person consents to marketing email.',
      'The person does not consent to marketing email.',
    ]),
    overridable(run, 'suppression', !stopsSend(run, { isSuppressed }), [
      'The address is not suppressed.',
      'The address is suppressed.',
    ]),
    overridable(run, 'frequency_cap', !stopsSend(run, { frequencyCap }), [
      'The person is below the frequency cap.',
      `The person had ${frequencyCap?.max} messages within ${frequencyCap?.days} days.`,
    ]),
    holdout(run),
    quietHours(run),
  ];
}

/** Decides about a send now for which only these circumstances matter. */
const decideBy = (run: SimulatedRun, given: Partial<SendCircumstances>) =>
  decideSend({
    ...simulatedCircumstances(run, { now: run.at, sentAt: run.sentAt }),
    person: { email: '', timezone: run.subject.timezone },
    hasConsent: true,
    isSuppressed: false,
    quietHours: null,
    frequencyCap: null,
    overrides: new Set(),
    ...given,
  });

const stopsSend = (run: SimulatedRun, given: Partial<SendCircumstances>): boolean =>
  decideBy(run, given).kind !== 'send';

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

function quietHours(run: SimulatedRun): Decision {
  const decision = decideBy(run, { quietHours: run.quietHours });
  const reason =
    decision.kind === 'defer'
      ? `Messages are delayed until ${decision.until.toISOString()}.`
      : 'Quiet hours are not active.';
  return { check: 'quiet_hours', outcome: 'pass', reason };
}
