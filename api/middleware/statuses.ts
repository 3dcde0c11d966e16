import type { ErrorCode } from '../../domain/errors';

/** The HTTP status that each code travels under. */
const statusByCode: Readonly<Record<ErrorCode, number>> = {
  VALIDATION_ERROR: 400,
  send_step_uses_transactional_comm: 400,
  comm_type_mismatch: 400,
  missing_variables: 400,
  UNAUTHORIZED: 401,
  TOTP_REQUIRED: 401,
  TIER_LIMIT: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  comm_not_found: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  CONFLICT: 409,
  STALE_UPDATE: 409,
  idempotency_key_mismatch: 409,
  idempotency_in_flight: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  suppressed: 422,
  bounce: 422,
  send_failed: 422,
  RATE_LIMITED: 429,
  INTERNAL_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
};

export const statusOf = (code: ErrorCode): number => statusByCode[code];
