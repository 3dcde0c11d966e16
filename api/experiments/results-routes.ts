import { z } from 'zod';
import { findExperiment } from '../../db/experiments/experiments';
import { listAuditTrail } from '../../db/reports/audit-trail';
import { evaluateExperiment } from '../../operations/experiments/evaluate-experiment';
import { notFound } from '../../domain/errors';
import { breakdownDimension, experimentAuditEntry, experimentResults } from '../../domain/experiments/reports/schemas';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { asOfBacklog, presentResults } from './present-results';

export const resultsQuery = z.object({
  by: breakdownDimension.optional(),
  baseline: z
    .string()
    .max(100)
    .optional()
    .meta({ description: 'Id of the variant to compare with. Default: the control.' }),
});

export const experimentResultsRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id/results',
    tag: 'experiments',
    summary: 'Read the results of an experiment',
    description:
      'Includes every event stored before the request. After a large import, `backlog` reports events that are not ' +
      'counted yet. A visitor counts for the variant of the first exposure, and once per metric, for an event after ' +
      'the exposure. Bots are excluded. `by` splits every metric by channel, device or returning visitors, for ' +
      'exploration only. `baseline` compares with another variant than the control; the guardrails, the decision and ' +
      'the recommendation still compare with the control.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }), query: resultsQuery },
    responses: { 200: experimentResults },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, query, actor: { workspaceId }, services }) => {
      const results = await evaluateExperiment(services, workspaceId, id, {
        ...query,
        withSeries: query.by === undefined,
        isAwaited: true,
      });
      if (results === null) throw notFound('Experiment', id);
      return ok(presentResults(results), asOfBacklog(results));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id/audit',
    tag: 'experiments',
    summary: 'List the last 200 audit entries, newest first',
    description: 'Includes every change and the weights that a bandit assigned.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: z.array(experimentAuditEntry) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      if ((await findExperiment(database, workspaceId, id)) === null) throw notFound('Experiment', id);
      const entries = await listAuditTrail(database, { workspaceId, subjectType: 'experiment', subjectId: id });
      return ok(entries.map(({ at, ...entry }) => ({ timestamp: at.toISOString(), ...entry })));
    },
  }),
];
