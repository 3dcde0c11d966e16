import { callFailures } from '../webhooks/call-failures';

/** Why a step was skipped or has failed, in words, and what to do about it. */
export interface Explanation {
  /** In two or three words, as a table shows it. */
  title?: string;
  meaning: string;
  remedy?: string;
}

const reasons: Record<string, Explanation> = {
  opt_out: {
    meaning: 'The person does not consent to marketing mail.',
    remedy: 'Nothing to do: consent is theirs to give.',
  },
  suppression: {
    meaning: 'The address is on the suppression list, after a bounce, a complaint or by hand.',
    remedy: 'Remove it from the suppressions if the address works again.',
  },
  frequency_cap: {
    meaning: 'The person has had as many messages as the frequency cap allows.',
    remedy: 'Raise the cap in the workspace settings, or space the messages out.',
  },
  quiet_hours: { meaning: 'It was put off to the end of the person’s quiet hours, and decided then.' },
  no_email: { meaning: 'No address of the person is known.', remedy: 'Set one by PATCH /api/end-users/:id.' },
  erased: { meaning: 'The person was erased.' },
  template_error: {
    meaning: 'The template could not be rendered for this person.',
    remedy: 'Correct the template, try it in a simulation, and publish again.',
  },
  rejected: {
    meaning: 'The provider refused the message or the address.',
    remedy: 'See the sender settings and the provider’s own log.',
  },
  outcome_unknown: {
    meaning: 'The email provider may have the message, but did not confirm it.',
    remedy: 'Find it at the provider by the id of the send, or resend it: the person may then get it twice.',
  },
  ...callFailures,
  egress_refused: {
    title: 'Host not allowed',
    meaning: 'The address is private or not https, and webhooks do not go there.',
    remedy: 'Name the host in WEBHOOK_ALLOW_HOSTS if it is meant.',
  },
  secret_missing: {
    meaning: 'A secret that the step names does not exist.',
    remedy: 'Set it under Settings, Secrets.',
  },
  invalid_header: {
    meaning: 'A header has characters that HTTP does not allow.',
    remedy: 'Correct the header’s template.',
  },
};

/** @param reason as the API says it; `http_404` and the like are answers of a webhook's receiver */
export function explainReason(reason: string): Explanation {
  const status = /^http_(\d+)$/.exec(reason)?.[1];
  if (status === undefined) return reasons[reason] ?? { meaning: reason };
  const meaning = `The receiver answered ${status}.`;
  if (status.startsWith('5')) return { meaning, remedy: 'See its log for the cause.' };
  if (status === '401' || status === '403') return { meaning, remedy: 'See the credentials in the step’s headers.' };
  return { meaning, remedy: 'See the URL, the method and the body of the step.' };
}
