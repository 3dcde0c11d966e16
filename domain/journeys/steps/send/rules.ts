import type { StepOf } from '../../schemas';
import type { Override } from '../../simulation/schemas';
import type { Clock, SimulatedRun, SimulatedStep } from '../../simulation/simulated-run';
import type { StepRules } from '../step-rules';
import { endOfQuietHours, type QuietHours } from './quiet-hours';

type SendStep = StepOf<'send'>;
export type SendPlan = Pick<SendStep, 'id' | 'kind' | 'next' | 'onSkip'>;

export const sendRules = {
  exits: ({ next }) => [{ field: 'next', to: next }],
  plan: ({ id, kind, next, onSkip }): SendPlan => ({ id, kind, next, onSkip }),
  references: ({ communicationId }) => ({ communicationId }),
  reasons: {
    opt_out: {
      meaning: 'The person has opted out of marketing messages.',
      remedy: 'No action is possible: only the person can opt in again.',
    },
    suppression: {
      meaning: 'The email address is on the suppression list because of a bounce, a complaint or a manual entry.',
      remedy: 'Remove the suppression if the address works again.',
    },
    frequency_cap: {
      meaning: 'The person has reached the frequency cap.',
      remedy: 'Increase the cap in the workspace settings, or send fewer messages.',
    },
    quiet_hours: { meaning: 'The message was postponed to the end of the quiet hours.' },
    no_email: { meaning: 'The person has no email address.', remedy: 'Add an email address to the person.' },
    rejected: {
      meaning: 'The email provider rejected the message or the address.',
      remedy: 'Check the sender settings and the log of the provider.',
    },
    unsupported_address: {
      title: 'Address not supported',
      meaning: 'The address has letters outside ASCII before the “@”, which the email provider does not support.',
      remedy: 'Use another address of the person, or a mail server that supports SMTPUTF8.',
    },
    outcome_unknown: {
      meaning: 'The email provider did not confirm that it accepted the message.',
      remedy: 'Search for the send id at the provider, or resend the message. The person may then get it twice.',
    },
  },
} satisfies StepRules<SendStep>;

/** Everything that decides whether a marketing message may be sent to a person now. */
export interface SendCircumstances {
  /** Null after an erasure. */
  person: { email: string | null; timezone: string | null } | null;
  hasConsent: boolean;
  isSuppressed: boolean;
  /** Null for a workspace without quiet hours, or for a message that does not wait for their end. */
  quietHours: QuietHours | null;
  now: Date;
  /** Null for a workspace without a cap, or while the messages are not counted. */
  frequencyCap: { max: number; days: number } | null;
  /** Marketing messages to the person within the days of the cap. */
  recentSends: number;
  /** Checks to skip, in dry runs. */
  overrides?: ReadonlySet<Override>;
}

export type SkipReason = 'erased' | 'no_email' | 'opt_out' | 'suppression' | 'frequency_cap';

export type SendDecision = { kind: 'send' } | { kind: 'skip'; reason: SkipReason } | { kind: 'defer'; until: Date };

/**
 * Decides whether a marketing message may be sent to a person. Quiet hours defer a message before the frequency cap is
 * checked: at their end, everything is decided again.
 */
export function decideSend(given: SendCircumstances): SendDecision {
  const { person, overrides } = given;
  if (person === null) return { kind: 'skip', reason: 'erased' };
  if (person.email === null) return { kind: 'skip', reason: 'no_email' };
  if (!given.hasConsent && overrides?.has('opt_out') !== true) return { kind: 'skip', reason: 'opt_out' };
  if (given.isSuppressed && overrides?.has('suppression') !== true) return { kind: 'skip', reason: 'suppression' };
  const until = endOfQuietHours(given.quietHours, given.now, person.timezone ?? 'UTC');
  if (until !== null) return { kind: 'defer', until };
  if (isCapped(given.frequencyCap, given.recentSends) && overrides?.has('frequency_cap') !== true)
    return { kind: 'skip', reason: 'frequency_cap' };
  return { kind: 'send' };
}

/** @param recentSends marketing messages to the person within the days of the cap */
export const isCapped = (cap: SendCircumstances['frequencyCap'], recentSends: number): boolean =>
  cap !== null && recentSends >= cap.max;

/** Returns what decides about a message of a dry run at a time. */
export function simulatedCircumstances(run: SimulatedRun, { now, sentAt }: Clock): SendCircumstances {
  const { subject, isSuppressed, quietHours, frequencyCap, overrides } = run;
  const since = now.getTime() - (frequencyCap?.days ?? 0) * 86_400_000;
  const recentSends = sentAt.filter((at) => at.getTime() > since).length;
  const hasConsent = subject.consent;
  return { person: subject, hasConsent, isSuppressed, quietHours, now, frequencyCap, recentSends, overrides };
}

/** Decides before the message is rendered and, about the frequency cap, after that. A send does the same. */
export function simulateSend({ communicationId }: SendStep, run: SimulatedRun, clock: Clock): SimulatedStep {
  const decision = decideSend({ ...simulatedCircumstances(run, clock), frequencyCap: null });
  if (decision.kind === 'skip') return { outcome: { kind: 'skipped', reason: decision.reason } };
  const until = decision.kind === 'defer' ? decision.until : clock.now;
  const deferral = decision.kind === 'defer' ? { resumesAt: until.toISOString() } : {};
  const rendered = run.render(communicationId, run.maskedAttributes);
  if (rendered === null) return { outcome: { kind: 'failed', reason: 'template_error' }, traced: deferral, until };
  const last = decideSend(simulatedCircumstances(run, { ...clock, now: until }));
  if (last.kind === 'skip') return { outcome: { kind: 'skipped', reason: last.reason }, traced: deferral, until };
  return { outcome: { kind: 'sent' }, traced: { rendered, ...deferral }, until };
}
