/** Codes of errors in the flat format. */
export const errorCodes = [
  'VALIDATION_ERROR',
  'send_step_uses_transactional_comm',
  'UNAUTHORIZED',
  'TOTP_REQUIRED',
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

/** Codes of transactional sends only. Their errors have a separate format. */
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

/** A problem with the input. `path` is dotted (`steps.2.next`), and empty for the input as a whole. */
export interface ErrorDetail {
  path: string;
  message: string;
}

export interface AppErrorOptions {
  details?: ErrorDetail[];
  /** Seconds after which a retry may succeed, sent as Retry-After. */
  retryAfterSeconds?: number;
  /** For missing_variables, their names. */
  missing?: string[];
}

/** A deliberate refusal with a documented code. Any other error is an internal error. */
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
 * A bug in the pure processing of given content. The same content fails again, so a retry helps only after the bug is
 * fixed. `cause` is the original error.
 */
export class ContentFault extends Error {
  override readonly name = 'ContentFault';
}

export const invalid = (message: string, details: ErrorDetail[] = []): AppError =>
  new AppError('VALIDATION_ERROR', message, { details });

/** `noun` is the caller's term, e.g. `Journey`. The message never reveals whether another workspace has the id. */
export const notFound = (noun: string, id: string): AppError =>
  new AppError('NOT_FOUND', `${noun} "${id}" does not exist${noun === 'Workspace' ? '' : ' in this workspace'}.`);

export const conflict = (message: string): AppError => new AppError('CONFLICT', message);

/** Journeys that a refusal names. */
const namedJourneys = 10;

/** Refuses to delete a record that published versions of journeys use. @param noun the caller's term, e.g. `audience` */
export function inUse(noun: string, journeys: readonly { id: string; name: string }[]): AppError {
  const named = journeys.slice(0, namedJourneys).map(({ id, name }) => `"${name}" (${id})`);
  if (journeys.length > namedJourneys) named.push(`${journeys.length - namedJourneys} more`);
  return conflict(`This ${noun} is used by published versions of journeys, which are kept: ${named.join(', ')}.`);
}

const staleUpdate = (noun: string): AppError =>
  new AppError(
    'STALE_UPDATE',
    `The ${noun} was changed by another request since you read it. Read it again and send its current updatedAt.`,
  );

/** Refuses requests to a workspace that is being moved. */
export const paused = (): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    'This workspace is paused for maintenance. Nothing was changed. Retry in a minute.',
    {
      retryAfterSeconds: 60,
    },
  );

/** Refuses a request that would wait while a large workspace is recounted. */
export const beingRecounted = (timezone: string): AppError =>
  new AppError(
    'SERVICE_UNAVAILABLE',
    `The reports of this workspace are being recalculated for the timezone ${timezone}. This takes a few ` +
      'minutes per ten million events. New events are still stored. Retry later.',
    { retryAfterSeconds: 60 },
  );

/**
 * Refuses an update that is based on an earlier state.
 * @param read the `updatedAt` that the caller read, ISO 8601; undefined accepts any state
 * @throws AppError STALE_UPDATE
 */
export function assertCurrent(noun: string, { updatedAt }: { updatedAt: Date }, read: string | undefined): void {
  if (read !== undefined && Date.parse(read) !== updatedAt.getTime()) throw staleUpdate(noun);
}

export const unauthorized = (message: string): AppError => new AppError('UNAUTHORIZED', message);

export const forbidden = (message: string): AppError => new AppError('FORBIDDEN', message);
