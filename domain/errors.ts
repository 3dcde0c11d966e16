/** The codes of the public error form, with the HTTP status that each travels under. */
const statusByCode = {
  VALIDATION_ERROR: 400,
  send_step_uses_transactional_comm: 400,
  UNAUTHORIZED: 401,
  TIER_LIMIT: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  STALE_UPDATE: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
} as const;

/** Codes of transactional sends alone, whose errors have a form of their own. */
const transactionalStatusByCode = {
  comm_type_mismatch: 400,
  missing_variables: 400,
  comm_not_found: 404,
  idempotency_key_mismatch: 409,
  idempotency_in_flight: 409,
  suppressed: 422,
  bounce: 422,
  send_failed: 422,
} as const;

const allStatusByCode = { ...statusByCode, ...transactionalStatusByCode };

export type ErrorCode = keyof typeof allStatusByCode;

/** Codes of the flat form. */
export const errorCodes = Object.keys(statusByCode) as [ErrorCode, ...ErrorCode[]];

/** One thing wrong with the input: `path` in dotted form (`steps.2.next`), empty for the whole input. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  details?: ErrorDetail[];
  /** Seconds after which a retry may succeed; sent as Retry-After. */
  retryAfterSeconds?: number;
  /** Of missing_variables: their names. */
  missing?: string[];
}

/** A decided refusal that the caller is told about in the contract's words. Anything else thrown is an internal error. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly missing: string[] | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message);
    this.code = code;
    this.status = allStatusByCode[code];
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.missing = options.missing;
  }
}

/**
 * A fault of ours in pure work on content that was given. The same content meets it again, so that another try helps only once it
 * is mended; `cause` says what it was.
 */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
}

export const statusOf = (code: ErrorCode): number => allStatusByCode[code];

export const invalid = (message: string, details: ErrorDetail[] = []): AppError =>
  new AppError('VALIDATION_ERROR', message, { details });

/** `noun` as the caller knows it, e.g. `Journey`. The id is named, never whether another workspace has it. */
export const notFound = (noun: string, id: string): AppError =>
  new AppError('NOT_FOUND', `${noun} "${id}" does not exist in this workspace.`);

export const conflict = (message: string): AppError => new AppError('CONFLICT', message);

export const staleUpdate = (noun: string): AppError =>
  new AppError(
    'STALE_UPDATE',
    `The ${noun} was changed by somebody else since you read it. Read it again and send its current updatedAt.`,
  );

export const unauthorized = (message: string): AppError => new AppError('UNAUTHORIZED', message);

export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);
