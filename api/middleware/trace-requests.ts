import type { Context, Next } from 'koa';
import { failSpan, withRequestSpan } from '../../telemetry/spans';
import { routeNameOf } from './route-name';

const unseen = new Set(['/healthz', '/readyz', '/metrics']);

/** A span for each request, but for those of probes. Paths and query strings stay out of it: they may name people. */
export function traceRequests(context: Context, next: Next): Promise<void> {
  if (unseen.has(context.path)) return next() as Promise<void>;
  const { method } = context;
  return withRequestSpan(context.headers, { 'http.request.method': method }, async (span) => {
    await next();
    const route = routeNameOf(context);
    span.updateName(`${method} ${route}`);
    span.setAttributes({
      'http.route': route,
      'http.response.status_code': context.status,
      'apex.request_id': String(context.state['requestId']),
    });
    if (context.status >= 500) failSpan(span, String(context.status));
  });
}
