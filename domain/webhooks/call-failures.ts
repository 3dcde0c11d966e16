/** Why a call of a webhook got no answer, in words, and what to do about it. */
interface CallFailure {
  /** As a table shows it. */
  title: string;
  meaning: string;
  remedy: string;
}

/** Each is also a value of the metric's label, so there are few. */
export const callFailures = {
  timeout: {
    title: 'Timed out',
    meaning: 'The receiver did not answer in time.',
    remedy: 'Increase the timeout of the step, or answer before the work is done.',
  },
  dns: {
    title: 'Unknown host',
    meaning: 'The name of the host could not be resolved.',
    remedy: 'Check the host in the URL and its DNS records.',
  },
  refused: {
    title: 'Connection refused',
    meaning: 'The host refused the connection.',
    remedy: 'Check that the receiver is running, and the port in the URL.',
  },
  reset: {
    title: 'Connection closed',
    meaning: 'The receiver closed the connection before it answered.',
    remedy: "Check the receiver's log.",
  },
  tls_expired: {
    title: 'Certificate expired',
    meaning: "The receiver's certificate has expired.",
    remedy: 'Renew the certificate.',
  },
  tls_untrusted: {
    title: 'Certificate not trusted',
    meaning: "The receiver's certificate is self-signed, or its authority is not a public one.",
    remedy: 'Install a certificate of a public authority, with its intermediate certificates.',
  },
  tls_hostname: {
    title: 'Certificate for another host',
    meaning: "The receiver's certificate does not name the host in the URL.",
    remedy: 'Install a certificate for this host, or correct the URL.',
  },
  tls: {
    title: 'TLS failed',
    meaning: 'No TLS connection could be made.',
    remedy: 'Check that the port in the URL serves TLS 1.2 or newer.',
  },
  headers_too_large: {
    title: 'Headers too large',
    meaning: 'The headers of the answer are larger than 16 KB.',
    remedy: 'Send fewer or shorter headers and cookies.',
  },
  invalid_response: {
    title: 'Not HTTP',
    meaning: 'The answer is not valid HTTP.',
    remedy: 'Check that the port in the URL serves HTTP.',
  },
  network: {
    title: 'Network error',
    meaning: 'No connection to the receiver could be made.',
    remedy: 'Check that the host is reachable from this network.',
  },
} as const satisfies Record<string, CallFailure>;

export type CallFailureReason = keyof typeof callFailures;

/** Codes of Node, OpenSSL and the system, first match first. */
const reasonsByCode: readonly [pattern: RegExp, reason: CallFailureReason][] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^HPE_HEADER_OVERFLOW$/, 'headers_too_large'],
  // The connection ended within the head of the answer.
  [/^(ECONNRESET|ECONNABORTED|EPIPE|HPE_INVALID_EOF_STATE)$/, 'reset'],
  [/^HPE_/, 'invalid_response'],
  [/^CERT_HAS_EXPIRED$/, 'tls_expired'],
  [/^(ERR_TLS_CERT_ALTNAME_\w+|HOSTNAME_MISMATCH)$/, 'tls_hostname'],
  [
    /SELF_SIGNED|^UNABLE_TO_|^CERT_(UNTRUSTED|REVOKED|REJECTED|CHAIN_TOO_LONG)$|^INVALID_(CA|PURPOSE)$/,
    'tls_untrusted',
  ],
  [/^(ERR_SSL_|ERR_TLS_|EPROTO$|CERT_)/, 'tls'],
];

/** @param code of the error that ended the connection */
export const failureOfCode = (code: string | undefined): CallFailureReason =>
  reasonsByCode.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'network';
