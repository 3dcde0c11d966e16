import type { Context } from 'koa';

/** The path of the route that a request met, such as `/api/journeys/:id`, for logs, metrics and traces: the path itself may hold a token. */
export const routeNameOf = (context: Context): string => String(context.state['route'] ?? 'none');
