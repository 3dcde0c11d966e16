import type { Context, Next } from 'koa';
import { newId } from '../../db/connection/ids';
import type { ServiceLogger } from '../../logging';
import { routeNameOf } from './route-name';

/** Gives each request an id, sends it back as `X-Request-Id`, and logs method, route, status and time. */
export function logRequests(logger: ServiceLogger) {
  return async (context: Context, next: Next): Promise<void> => {
    const given = context.get('x-request-id');
    // A key sent here by mistake is not logged.
    const requestId = /^(?!svc_)[A-Za-z0-9_-]{8,64}$/.test(given) ? given : newId('request');
    context.state['requestId'] = requestId;
    context.res.setHeader('X-Request-Id', requestId);
    if (!logger.isLevelEnabled('debug')) return next();
    const startedAt = performance.now();
    await next();
    const ms = Math.round((performance.now() - startedAt) * 10) / 10;
    const route = routeNameOf(context);
    logger.debug({ requestId, method: context.method, route, status: context.status, ms }, 'request');
  };
}
