/** Codes of the flat error form. */
export const errorCodes = [
  'VALIDATION_ERROR',
  'send_step_uses_transactional_comm',
  'UNAUTHORIZED',
  'TIER_LIMIT',
  'FORBIDDEN',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'CONFLICT',
  'STALE_UPDATE',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
] as const;

/** Codes of transactional sends alone, whose errors have a form of their own. */
type TransactionalErrorCode =
  | 'comm_type_mismatch'
  | 'missing_variables'
  | 'comm_not_found'
  | 'idempotency_key_mismatch'
  | 'idempotency_in_flight'
  | 'suppressed'
  | 'bounce'
  | 'send_failed';

export type ErrorCode = (typeof errorCodes)[number] | TransactionalErrorCode;

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

/** A decided refusal that the caller receives in the contract's words. Anything else thrown is an internal error. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly details: ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly missing: string[] | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message);
    this.code = code;
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

export const invalid = (message: string, details: ErrorDetail[] = []): AppError =>
  new AppError('VALIDATION_ERROR', message, { details });

/** `noun` as the caller knows it, e.g. `Journey`. The id is named, never whether another workspace has it. */
export const notFound = (noun: string, id: string): AppError =>
  new AppError('NOT_FOUND', `${noun} "${id}" does not exist${noun === 'Workspace' ? '' : ' in this workspace'}.`);

export const conflict = (message: string): AppError => new AppError('CONFLICT', message);

export const staleUpdate = (noun: string): AppError =>
  new AppError(
    'STALE_UPDATE',
    `The ${noun} was changed by another writer since you read it. Read it again and send its current updatedAt.`,
  );

/** What a workspace that is being moved says to all who want something of it. */
export const paused = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'This workspace is paused for maintenance. Nothing was done: try again in a minute.',
    {
      retryAfterSeconds: 60,
    },
  );

/** What a request hears that would wait for all of a large workspace to be counted anew. */
export const beingRecounted = (timezone: string): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    `All figures of this workspace are being counted anew for its timezone ${timezone}, which takes some minutes for every ten million ` +
      'events. Events are stored meanwhile: read the figures again later.',
    { retryAfterSeconds: 60 },
  );

export const unauthorized = (message: string): AppError => new AppError('UNAUTHORIZED', message);

export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);
