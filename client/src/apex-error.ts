export interface ApexErrorDetail {
  /** The field in dotted form, e.g. `steps.2.next`; empty for the whole input. */
  path: string;
  message: string;
}

interface ApexErrorFields {
  status: number;
  code: string;
  message: string;
  details?: ApexErrorDetail[];
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * A refusal of the service, in its own words, or a request that got no answer.
 *
 * `code` is the service's (`VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`, …); `HTTP_ERROR` for an answer that is not in its
 * form, as of a proxy; or, with status 0, one of the client's: `NETWORK_ERROR`, `TIMEOUT`, and for tracked events
 * `INVALID_EVENT`, `EVENT_TOO_LARGE`, `QUEUE_FULL`, `NOT_STORED_YET`, `CLOSED`.
 */
export class ApexError extends Error {
  override readonly name = 'ApexError';
  /** HTTP status; 0 when there was no answer. */
  readonly status: number;
  readonly code: string;
  readonly details: ApexErrorDetail[];
  /** By which the operators of the service find the request in its log. */
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = [], requestId, cause }: ApexErrorFields) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** The error that an answer tells of. @param body its JSON, or its text when it is none */
export function refusalOf(response: Response, body: unknown): ApexError {
  const { status } = response;
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { error, code, details } = fieldsOf(body);
  if (typeof error === 'string' && typeof code === 'string') {
    return new ApexError({ status, code, message: error, details: detailsOf(details), requestId });
  }
  // Transactional sends nest it.
  const nested = fieldsOf(error);
  if (typeof nested['message'] === 'string' && typeof nested['code'] === 'string') {
    return new ApexError({ status, code: nested['code'], message: nested['message'], requestId });
  }
  const message = `The answer has status ${status} and is not of the service's form.`;
  return new ApexError({ status, code: 'HTTP_ERROR', message, requestId });
}

/** The error of a request that got no answer, or only a part of one. */
export function connectionErrorOf(cause: unknown): ApexError {
  const { name, message, cause: deeper } = fieldsOf(cause);
  if (name === 'TimeoutError') {
    return new ApexError({ status: 0, code: 'TIMEOUT', message: 'The service did not answer in time.', cause });
  }
  // fetch says "fetch failed"; the reason is one level deeper.
  const reason = String(fieldsOf(deeper)['message'] ?? message ?? cause);
  return new ApexError({ status: 0, code: 'NETWORK_ERROR', message: `No answer of the service: ${reason}`, cause });
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const detailsOf = (value: unknown): ApexErrorDetail[] => (Array.isArray(value) ? (value as ApexErrorDetail[]) : []);
