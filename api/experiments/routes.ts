import { z } from 'zod';
import { recordAudit } from '../../db/audit';
import { logEntry } from '../../db/experiment-life';
import { deleteExperiment, findExperiment, holdExperiment, listExperiments } from '../../db/experiments';
import { experimentResults } from '../../db/reports/experiment-results';
import { notFound } from '../../domain/errors';
import { assertDeletable } from '../../domain/experiments/life';
import { experimentStatus } from '../../domain/experiments/schemas';
import { created, deleted, deletedRecord, ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { assertMayChange, authorizeChange } from './authorize';
import { createExperiment, updateExperiment } from './change';
import { createExperimentBody, experimentRecord, updateExperimentBody, updateExperimentByIdBody } from './contract';
import { presentExperiment } from './present';
import { presentFigures } from './present-results';

const tag = 'experiments';
const params = z.object({ id: z.string() });
const changing =
  'Any status may follow any other. Name, traffic and weights change at any time; everything else in a draft only (409). ' +
  'A variant that is named by its id keeps what is not given, null takes it away; new ones come last. ' +
  'Members change drafts; everything else, and leaving the draft, needs an admin (403).';

export const experimentRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments',
    tag,
    summary: 'List experiments, newest first',
    description: 'The newest thousand.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { query: z.object({ status: experimentStatus.optional() }) },
    responses: { 200: z.array(experimentRecord) },
    handler: async ({ query: { status }, actor: { workspaceId }, services: { database, publicUrl } }) => {
      const experiments = await listExperiments(database, workspaceId, status);
      return ok(experiments.map((experiment) => presentExperiment(experiment, publicUrl)));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments',
    tag,
    summary: 'Create an experiment, as a draft',
    description:
      'In the older form or the newer one: every field may be spelled in either way, and is answered in both.',
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { body: createExperimentBody },
    responses: { 201: experimentRecord },
    handler: async ({ body, actor, services: { database, publicUrl } }) =>
      created(presentExperiment(await createExperiment(database, actor, body), publicUrl)),
  }),
  defineRoute({
    method: 'patch',
    path: '/api/experiments',
    tag,
    summary: 'Change an experiment, or its status, by the id in the body',
    description: changing,
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { body: updateExperimentByIdBody },
    authorize: authorizeChange,
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body: { id, ...body }, actor, services }) =>
      ok(presentExperiment(await updateExperiment(services, actor, id, body), services.publicUrl)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id',
    tag,
    summary: 'Read an experiment',
    description: 'With the counts of its variants and its confidence, once it has left its draft.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params },
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database, publicUrl } }) => {
      const experiment = await findExperiment(database, workspaceId, id);
      if (experiment === null) throw notFound('Experiment', id);
      const shown = presentExperiment(experiment, publicUrl);
      if (experiment.status === 'draft') return ok(shown);
      const results = await experimentResults(database, workspaceId, id);
      return ok(results === null ? shown : { ...shown, ...presentFigures(results) });
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/experiments/:id',
    tag,
    summary: 'Change an experiment, or its status',
    description: changing,
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params, body: updateExperimentBody },
    authorize: authorizeChange,
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(presentExperiment(await updateExperiment(services, actor, id, body), services.publicUrl)),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/experiments/:id',
    tag,
    summary: 'Delete a draft',
    description: 'What has left its draft stays, with its exposures and results: 409.',
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params },
    authorize: authorizeChange,
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor: { workspaceId, id: actor, role }, services: { database } }) => {
      await database.transaction(async (transaction) => {
        const held = await holdExperiment(transaction, workspaceId, id);
        if (held === null) throw notFound('Experiment', id);
        assertMayChange(role, held.experiment);
        assertDeletable(held.experiment);
        await deleteExperiment(transaction, workspaceId, id);
        await recordAudit(transaction, [logEntry(held.experiment, actor, 'experiment.deleted')]);
      });
      return deleted(id);
    },
  }),
];
