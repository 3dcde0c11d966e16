import { z } from 'zod';
import { findExperiment } from '../../db/experiments/experiments';
import { notFound } from '../../domain/errors';
import { readChecklist } from '../../operations/experiments/read-checklist';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const checklist = z
  .array(
    z.object({
      check: z.enum(['metric', 'snippet', 'size', 'variants', 'overlap', 'scripts']),
      status: z
        .enum(['ok', 'warning', 'blocked'])
        .meta({ description: 'A warning does not prevent the start. `blocked`: the start would be refused.' }),
      message: z.string().meta({ description: 'What was found, and what to do about it.' }),
      experimentIds: z.array(z.string()).meta({ description: 'Other experiments, for `overlap`.' }),
    }),
  )
  .meta({ id: 'ExperimentChecklist' });

export const experimentChecklistRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id/checklist',
    tag: 'experiments',
    summary: 'Check whether an experiment is ready to start',
    description:
      'Checks that the metric has events, that the snippet reports the page, that the recent traffic reaches the sample ' +
      'size, that the variants differ, and that no other running experiment changes the page. Uses the last 14 days and ' +
      'at most 5,000 pageviews.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: checklist },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services }) => {
      const experiment = await findExperiment(services.database, workspaceId, id);
      if (experiment === null) throw notFound('Experiment', id);
      return ok(await readChecklist(services, experiment));
    },
  }),
];
