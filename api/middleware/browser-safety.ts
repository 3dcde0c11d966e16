import type { ServerResponse } from 'node:http';
import type { Context, Next } from 'koa';
import type { Route } from '../route';

/**
 * Sets headers that restrict how browsers use a response. Routes may set their own. JSON responses omit the headers that
 * apply only to documents, to keep responses to events small.
 */
export function securityHeaders({ publicUrl }: { publicUrl: string }) {
  const everywhere: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
    ['Cache-Control', 'no-store'],
  ];
  if (publicUrl.startsWith('https:')) {
    everywhere.push(['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']);
  }
  return async ({ path, res, response }: Context, next: Next): Promise<void> => {
    for (const [name, value] of everywhere) res.setHeader(name, value);
    if (path.startsWith(framedPath)) res.setHeader('Content-Security-Policy', framedPolicy);
    await next();
    if (res.headersSent || response.type === 'application/json') return;
    for (const [name, value] of ofDocuments) setUnlessPresent(res, name, value);
  };
}

/** The console shows these paths in frames. Errors must be framed too: otherwise the browser shows its own error page. */
const framedPath = '/console/previews/';
const framedPolicy = "sandbox; default-src 'none'; frame-ancestors 'self'";

const ofDocuments: [string, string][] = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Frame-Options', 'DENY'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
];

function setUnlessPresent(response: ServerResponse, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}

/** Allows pages of every origin to call public routes, without credentials. Other routes send no CORS headers. */
export function allowCrossOrigin(routes: readonly Route[]) {
  const opened = routes
    .filter(({ crossOrigin }) => crossOrigin === true)
    .map(({ path, method }) => ({ path, pattern: patternOf(path), method: method.toUpperCase() }));
  const fixed = new Map<string, string[]>();
  for (const { path, method } of opened) fixed.set(path, [...(fixed.get(path) ?? []), method]);
  return async (context: Context, next: Next): Promise<void> => {
    const methods =
      fixed.get(context.path) ?? opened.filter(({ pattern }) => pattern.test(context.path)).map(({ method }) => method);
    if (methods.length === 0) {
      await next();
      return;
    }
    context.res.setHeader('Access-Control-Allow-Origin', '*');
    context.res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    if (context.method !== 'OPTIONS') {
      context.res.setHeader(
        'Access-Control-Expose-Headers',
        'X-Request-Id, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, Retry-After',
      );
      await next();
      return;
    }
    context.set('Access-Control-Allow-Methods', methods.join(', '));
    // Tools for tracing add headers to all requests of a page.
    const requested = context.get('Access-Control-Request-Headers');
    context.set('Access-Control-Allow-Headers', requested || 'Content-Type, Content-Encoding');
    context.vary('Access-Control-Request-Headers');
    context.set('Access-Control-Max-Age', '86400');
    await next();
  };
}

/** `/api/things/:id` matches a path with anything but a slash for `:id`. */
const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:[A-Za-z]+/g, '[^/]+')}$`);
