import { evaluate } from '../../conditions/evaluate';
import { cohortOf } from '../holdout';
import { endOfQuietHours } from '../quiet-hours';
import type { Decision, Override } from './schemas';
import type { SimulatedRun } from './simulated-run';

/** The checks of a run as it begins: those that let it start, then those that each send asks again. */
export function decide(run: SimulatedRun): Decision[] {
  return [
    audience(run),
    reentry(run),
    overridable(run, 'opt_out', run.subject.consent, [
      'Consents to marketing mail.',
      'Does not consent to marketing mail.',
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

/** Whether a run begins at all. */
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
  return passOrBlock('audience', evaluate(condition, facts), ['Is in the audience.', 'Is not in the audience.']);
}

function reentry({ definition, hasEntered, isRunning }: SimulatedRun): Decision {
  if (definition.reentry === 'once') {
    return passOrBlock('reentry', !hasEntered, ['Has not entered before.', 'Has entered before, and may do so once.']);
  }
  const isFree = definition.reentry === 'always' || !isRunning;
  return passOrBlock('reentry', isFree, ['May enter.', 'Is in a run that has not ended.']);
}

function frequencyCap(run: SimulatedRun): Decision {
  const { max, days } = run.frequencyCap ?? { max: Infinity, days: 0 };
  const reasons: [string, string] = ['Has room below the cap.', `Had ${max} messages within ${days} days.`];
  return overridable(run, 'frequency_cap', !isCapped(run, run.at, run.sentAt), reasons);
}

/** Whether a person who got messages at these times may get no more at `now`. */
export function isCapped({ frequencyCap: cap }: SimulatedRun, now: Date, sentAt: readonly Date[]): boolean {
  if (cap === null) return false;
  const since = now.getTime() - cap.days * 86_400_000;
  return sentAt.filter((at) => at.getTime() > since).length >= cap.max;
}

function holdout(run: SimulatedRun): Decision {
  const { workspaceId, journeyId, definition, subject } = run;
  if (subject.isSynthetic) {
    // Without an id there is no hash to decide by, which at 100 % is not needed.
    return overridable(run, 'holdout', definition.holdoutPercent < 100, [
      'A made-up subject is in no cohort.',
      'Every person is held out.',
    ]);
  }
  const cohort = cohortOf({ workspaceId, journeyId, endUserId: subject.id }, definition.holdoutPercent);
  return overridable(run, 'holdout', cohort === 'exposed', ['Is exposed.', 'Is held out.']);
}

function quietHours({ quietHours: hours, at, subject }: SimulatedRun): Decision {
  const until = endOfQuietHours(hours, at, subject.timezone ?? 'UTC');
  const reason = until === null ? 'No quiet hours now.' : `Messages are put off until ${until.toISOString()}.`;
  return { check: 'quiet_hours', outcome: 'pass', reason };
}
