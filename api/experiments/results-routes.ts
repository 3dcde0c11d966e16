import { z } from 'zod';
import { experimentResults as readResults } from '../../db/reports/experiment-results';
import { notFound } from '../../domain/errors';
import { experimentResults } from '../../domain/experiments/reports/schemas';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { presentResults } from './present-results';

export const experimentResultsRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id/results',
    tag: 'experiments',
    summary: 'Results of an experiment',
    description:
      'Every event that was stored before the call is counted. A visitor counts for the variant of the first exposure, and ' +
      'once for a metric, by an event after it. Bots count nowhere.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: experimentResults },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const results = await readResults(database, workspaceId, id);
      if (results === null) throw notFound('Experiment', id);
      return ok(presentResults(results));
    },
  }),
];
