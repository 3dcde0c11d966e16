/** Explains why a webhook call got no answer, and how to fix it. */
interface CallFailure {
  /** A short label for tables. */
  title: string;
  meaning: string;
  remedy: string;
}

/** Each key is also a label value of the metric, so keep the list short. */
export const callFailures = {
  timeout: {
    title: 'Timed out',
    meaning: 'The receiver did not respond in time.',
    remedy: 'Increase the timeout of the step, or respond before the work is done.',
  },
  dns: {
    title: 'Unknown host',
    meaning: 'The host name could not be resolved.',
    remedy: 'Check the host in the URL and its DNS records.',
  },
  refused: {
    title: 'Connection refused',
    meaning: 'The host refused the connection.',
    remedy: 'Check that the receiver is running, and the port in the URL.',
  },
  reset: {
    title: 'Connection closed',
    meaning: 'The receiver closed the connection before it responded.',
    remedy: "Check the receiver's log.",
  },
  tls_expired: {
    title: 'Certificate expired',
    meaning: "The receiver's certificate has expired.",
    remedy: 'Renew the certificate.',
  },
  tls_untrusted: {
    title: 'Certificate not trusted',
    meaning: "The receiver's certificate is self-signed or not from a public certificate authority.",
    remedy: 'Install a certificate from a public certificate authority, with its intermediate certificates.',
  },
  tls_hostname: {
    title: 'Certificate for another host',
    meaning: "The receiver's certificate does not name the host in the URL.",
    remedy: 'Install a certificate for this host, or correct the URL.',
  },
  tls: {
    title: 'TLS failed',
    meaning: 'The TLS connection could not be established.',
    remedy: 'Check that the port in the URL supports TLS 1.2 or newer.',
  },
  headers_too_large: {
    title: 'Headers too large',
    meaning: 'The headers of the response are larger than 16 KB.',
    remedy: 'Send fewer or shorter headers and cookies.',
  },
  invalid_response: {
    title: 'Not HTTP',
    meaning: 'The response is not valid HTTP.',
    remedy: 'Check that the port in the URL serves HTTP.',
  },
  network: {
    title: 'Network error',
    meaning: 'The connection to the receiver could not be established.',
    remedy: 'Check that the host is reachable from this network.',
  },
} as const satisfies Record<string, CallFailure>;

export type CallFailureReason = keyof typeof callFailures;

/** Error codes of Node, OpenSSL and the system. The first match wins. */
const reasonsByCode: readonly [pattern: RegExp, reason: CallFailureReason][] = [
  [/^(ENOTFOUND|EAI_\w+|ENODATA)$/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^ETIMEDOUT$/, 'timeout'],
  [/^HPE_HEADER_OVERFLOW$/, 'headers_too_large'],
  // The connection ended before the response headers were complete.
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

/** @param code the code of the error that ended the connection */
export const failureOfCode = (code: string | undefined): CallFailureReason =>
  reasonsByCode.find(([pattern]) => code !== undefined && pattern.test(code))?.[1] ?? 'network';
