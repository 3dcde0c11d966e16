import type { Context, Next } from 'koa';
import { isConflict, isDatabaseUnavailable, isStatementTimeout } from '../../db/connection/errors';
import { AppError, type ErrorDetail } from '../../domain/errors';
import type { ServiceLogger } from '../../logging';
import { routeNameOf } from './route-name';
import { statusOf } from './statuses';

/** The body of an error response, without nesting. */
export interface ErrorBody {
  error: string;
  code: string;
  status: number;
  details?: ErrorDetail[];
}

/** The form of transactional sends. */
interface NestedErrorBody {
  error: { code: string; message: string; missing?: string[] };
}

/** Seconds after which a caller retries when PostgreSQL is unavailable. */
export const retryAfterSeconds = 5;

/** The same where an operator has to act first. */
const operatorSeconds = 60;

/** Turns thrown errors into error responses. An unexpected error is a 500 with the request id, without the cause. */
export function formatErrors(logger: ServiceLogger) {
  return async (context: Context, next: Next): Promise<void> => {
    try {
      await next();
    } catch (error) {
      const requestId = String(context.state['requestId']);
      const refusal = asRefusal(error, requestId, context.method);
      const status = statusOf(refusal.code);
      const route = routeNameOf(context);
      if (status >= 500) logger.error({ err: error, requestId, method: context.method, route }, 'request failed');
      const retryAfter = refusal.retryAfterSeconds ?? (status === 503 ? operatorSeconds : undefined);
      if (retryAfter !== undefined) context.set('Retry-After', String(retryAfter));
      if (status === 401) context.set('WWW-Authenticate', 'Bearer');
      context.status = status;
      context.body = context.state['nestedErrors'] === true ? nestedErrorBody(refusal) : errorBody(refusal);
    }
  };
}

function errorBody({ message, code, details }: AppError): ErrorBody {
  return { error: message, code, status: statusOf(code), ...(details === undefined ? {} : { details }) };
}

function nestedErrorBody({ message, code, missing }: AppError): NestedErrorBody {
  return { error: { code: code.toLowerCase(), message, ...(missing === undefined ? {} : { missing }) } };
}

function timeoutMessage(error: unknown, isRead: boolean): string {
  if (isConflict(error)) {
    const outcome = isRead ? '' : ' Nothing was stored.';
    return `Other requests changed the same data at the same time.${outcome} Retry the request.`;
  }
  if (!isRead) return 'The database is unavailable. Nothing was stored. Retry the request.';
  if (isStatementTimeout(error)) return 'The query took too long. Retry the request in a moment.';
  return 'The database is unavailable. Retry the request in a moment.';
}

function asRefusal(error: unknown, requestId: string, method: string): AppError {
  if (error instanceof AppError) return error;
  if (isDatabaseUnavailable(error)) {
    const message = timeoutMessage(error, method === 'GET' || method === 'HEAD');
    return new AppError('SERVICE_UNAVAILABLE', message, { retryAfterSeconds });
  }
  return new AppError(
    'INTERNAL_ERROR',
    `Something went wrong on our side. If it happens again, contact support with the request id ${requestId}.`,
  );
}
