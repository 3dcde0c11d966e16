import { z } from 'zod';
import { findConversion, listConversions } from '../../db/conversions/conversions';
import { countCompletionsByDay } from '../../db/reports/conversion-days';
import { listRecentCompletions } from '../../db/reports/recent-completions';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { periodBefore, resolvePeriod, type PeriodQuery } from '../../domain/analytics/period';
import { conversionFigures } from '../../domain/conversions/figures';
import {
  completionRecord,
  completionsQuery,
  conversionFiguresQuery,
  conversionFiguresRecord,
} from '../../domain/conversions/schemas';
import { notFound } from '../../domain/errors';
import { readReport } from '../../operations/analytics/read-report';
import { assertChartable } from '../analytics/present';
import { figuresAsOf, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
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

interface FiguresRequest {
  workspaceId: string;
  query: PeriodQuery;
  receivedAt: Date;
  /** Null for every conversion. */
  conversionId: string | null;
}

/**
 * @returns an empty list if the conversion does not exist
 * @throws AppError NOT_FOUND, VALIDATION_ERROR for an invalid period
 */
async function readFigures(
  { database, replica }: Services,
  { workspaceId, query, receivedAt, conversionId }: FiguresRequest,
): Promise<z.infer<typeof conversionFiguresRecord>[]> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  const { timezone } = workspace;
  const period = resolvePeriod(query, timezone, receivedAt);
  const previous = periodBefore(period);
  const both = { from: previous.from, to: period.to };
  assertChartable(both);
  return readReport({ database, replica }, workspaceId, async (snapshot) => {
    const days = await countCompletionsByDay(snapshot, { ...both, workspaceId, timezone }, conversionId);
    const conversions = await listConversions(snapshot, workspaceId);
    return conversions
      .filter(({ id }) => conversionId === null || id === conversionId)
      .map(({ id, name, isPrimary }) => ({
        ...conversionFigures(id, days, { period, previous }),
        name,
        isPrimary,
        period,
        previousPeriod: previous,
      }));
  });
}

/** Before the routes with an id in their path, which would match `figures`. */
export const conversionFigureRoutes: Route[] = [
  defineRoute({
    ...report,
    path: `${path}/figures`,
    summary: 'Read the completions and revenue of every conversion by day',
    description: counting,
    request: { query: conversionFiguresQuery },
    responses: { 200: z.array(conversionFiguresRecord) },
    handler: async ({ query, actor: { workspaceId }, services, receivedAt }) => {
      const figures = await readFigures(services, { workspaceId, query, receivedAt, conversionId: null });
      return ok(figures, figuresAsOf(receivedAt));
    },
  }),
  defineRoute({
    ...report,
    path: `${path}/:id/figures`,
    summary: 'Read the completions and revenue of a conversion by day',
    description: counting,
    request: { params, query: conversionFiguresQuery },
    responses: { 200: conversionFiguresRecord },
    handler: async ({ params: { id }, query, actor: { workspaceId }, services, receivedAt }) => {
      const [figures] = await readFigures(services, { workspaceId, query, receivedAt, conversionId: id });
      if (figures === undefined) throw notFound('Conversion', id);
      return ok(figures, figuresAsOf(receivedAt));
    },
  }),
  defineRoute({
    ...report,
    path: `${path}/:id/completions`,
    summary: 'List the newest completions of a conversion, newest first',
    request: { params, query: completionsQuery },
    responses: { 200: z.array(completionRecord) },
    handler: async ({ params: { id }, query: { limit }, actor: { workspaceId }, services: { database, replica } }) => {
      if ((await findConversion(database, workspaceId, id)) === null) throw notFound('Conversion', id);
      const completions = await readReport({ database, replica }, workspaceId, (snapshot) =>
        listRecentCompletions(snapshot, workspaceId, id, limit),
      );
      return ok(completions.map(presentCompletion));
    },
  }),
];
