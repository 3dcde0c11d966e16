import { z } from 'zod';
import {
  completionRecord,
  completionsQuery,
  conversionFiguresQuery,
  conversionFiguresRecord,
} from '../../domain/conversions/schemas';
import { notFound } from '../../domain/errors';
import { listCompletions, readConversionFigures } from '../../operations/conversions/read-conversions';
import { figuresAsOf, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentCompletion } from './present';

const path = '/api/conversion-goals';
const params = z.object({ id: z.string() });
const counting =
  'Includes every event that was accepted before the request. The previous period has the same length and ends where ' +
  'the period starts.';

const report = {
  method: 'get',
  tag: 'conversions',
  access: { permission: 'conversions.read' },
  limit: 'read',
  errors: ['NOT_FOUND'],
} as const;

/** Before the routes with an id in their path, which would match `figures`. */
export const conversionFigureRoutes: Route[] = [
  defineRoute({
    ...report,
    path: `${path}/figures`,
    summary: 'Read the completions and revenue of every conversion by day',
    description: counting,
    request: { query: conversionFiguresQuery },
    responses: { 200: z.array(conversionFiguresRecord) },
    handler: async ({ query, actor: { workspaceId }, services, receivedAt: now }) =>
      ok(await readConversionFigures(services, { workspaceId, query, now }), figuresAsOf(now)),
  }),
  defineRoute({
    ...report,
    path: `${path}/:id/figures`,
    summary: 'Read the completions and revenue of a conversion by day',
    description: counting,
    request: { params, query: conversionFiguresQuery },
    responses: { 200: conversionFiguresRecord },
    handler: async ({ params: { id }, query, actor: { workspaceId }, services, receivedAt: now }) => {
      const [figures] = await readConversionFigures(services, { workspaceId, query, now }, id);
      if (figures === undefined) throw notFound('Conversion', id);
      return ok(figures, figuresAsOf(now));
    },
  }),
  defineRoute({
    ...report,
    path: `${path}/:id/completions`,
    summary: 'List the newest completions of a conversion, newest first',
    request: { params, query: completionsQuery },
    responses: { 200: z.array(completionRecord) },
    handler: async ({ params: { id }, query: { limit }, actor: { workspaceId }, services }) =>
      ok((await listCompletions(services, { workspaceId, id }, limit)).map(presentCompletion)),
  }),
];
