import { explainReason, type Explanation } from '../journeys/explain-reason';

/** What Node says of a connection that came to nothing. */
const connectionErrors: readonly [pattern: RegExp, explanation: Explanation][] = [
  [
    /^(ENOTFOUND|EAI_AGAIN)$/,
    { meaning: 'The name of the host is unknown.', remedy: 'See the host in the URL, and its DNS records.' },
  ],
  [
    /^ECONNREFUSED$/,
    { meaning: 'The host refused the connection.', remedy: 'See that the receiver runs, and the port in the URL.' },
  ],
  [
    /^(ECONNRESET|EPIPE|HPE_.*)$/,
    { meaning: 'The receiver closed the connection without an answer.', remedy: 'See its log for the cause.' },
  ],
  [
    /CERT|SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|^ERR_TLS|^EPROTO$|^ERR_SSL/,
    {
      meaning: 'The certificate of the host is not good, or it does not speak TLS.',
      remedy: 'Give it a certificate of a public authority for the name in the URL.',
    },
  ],
];

/**
 * Why a call failed, in words, and what helps.
 * @param reason as executions record it
 * @param details.errorCode of a connection that failed
 * @param details.fault of a template: which one, and why
 */
export function explainCall(reason: string, { errorCode, fault }: { errorCode?: string; fault?: string }): Explanation {
  if (reason === 'network' && errorCode !== undefined) {
    const known = connectionErrors.find(([pattern]) => pattern.test(errorCode))?.[1];
    if (known !== undefined) return { ...known, meaning: `${known.meaning} (${errorCode})` };
  }
  const explained = explainReason(reason);
  return fault === undefined ? explained : { ...explained, meaning: `${explained.meaning} ${fault}` };
}
