import { callFailures } from '../webhooks/call-failures';

/** Explains why a step was skipped or failed, and what to do about it. */
export interface Explanation {
  /** Two or three words, for tables. */
  title?: string;
  meaning: string;
  remedy?: string;
}

const reasons: Record<string, Explanation> = {
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
  erased: { meaning: 'The person was erased.' },
  template_error: {
    meaning: 'The template could not be rendered for this person.',
    remedy: 'Fix the template, test it in a simulation, and publish again.',
  },
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
  ...callFailures,
  egress_refused: {
    title: 'Host not allowed',
    meaning: 'Webhooks are not allowed to call this address: it is private or not https.',
    remedy: 'Add the host to WEBHOOK_ALLOW_HOSTS if you trust it.',
  },
  secret_missing: {
    meaning: 'A secret in the step does not exist.',
    remedy: 'Add the secret under Settings, Secrets.',
  },
  invalid_header: {
    meaning: 'A header contains characters that HTTP does not allow.',
    remedy: 'Fix the template of the header.',
  },
};

/** @param reason the code from the API; `http_404` is the status from the receiver of a webhook */
export function explainReason(reason: string): Explanation {
  const status = /^http_(\d+)$/.exec(reason)?.[1];
  if (status === undefined) return reasons[reason] ?? { meaning: reason };
  const meaning = `The receiver returned ${status}.`;
  if (status.startsWith('5')) return { meaning, remedy: 'Check the log of the receiver.' };
  if (status === '401' || status === '403')
    return { meaning, remedy: 'Check the credentials in the headers of the step.' };
  return { meaning, remedy: 'Check the URL, method and body of the step.' };
}
