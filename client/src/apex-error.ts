export interface ApexErrorDetail {
  /** The field in dotted form, for example `steps.2.next`; empty for the whole input. */
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
 * An error response of the service, or a request without a response.
 *
 * `code` is the service's code (`VALIDATION_ERROR`, `NOT_FOUND`, `RATE_LIMITED`, …); `HTTP_ERROR` for a response in
 * another format, for example from a proxy; or, with status 0, a code of the client: `NETWORK_ERROR`, `TIMEOUT`, and
 * for tracked events `INVALID_EVENT`, `EVENT_TOO_LARGE`, `QUEUE_FULL`, `NOT_STORED_YET`, `CLOSED`.
 */
export class ApexError extends Error {
  override readonly name = 'ApexError';
  /** HTTP status; 0 if there was no response. */
  readonly status: number;
  readonly code: string;
  readonly details: ApexErrorDetail[];
  /** Identifies the request in the service's log. */
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = [], requestId, cause }: ApexErrorFields) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.details = details;
    this.requestId = requestId;
  }
}

/** Creates the error for an error response. @param body its JSON, or its text if it is not JSON */
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

/** Creates the error for a request without a response, or with an incomplete one. */
export function connectionErrorOf(cause: unknown): ApexError {
  const { name, message, cause: deeper } = fieldsOf(cause);
  if (name === 'TimeoutError') {
    return new ApexError({ status: 0, code: 'TIMEOUT', message: 'The service did not answer in time.', cause });
  }
  // fetch only says "fetch failed"; the reason is in the nested cause.
  const reason = String(fieldsOf(deeper)['message'] ?? message ?? cause);
  return new ApexError({ status: 0, code: 'NETWORK_ERROR', message: `No answer of the service: ${reason}`, cause });
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const detailsOf = (value: unknown): ApexErrorDetail[] => (Array.isArray(value) ? (value as ApexErrorDetail[]) : []);
