import { z } from 'zod';
import { findExperiment, listExperiments } from '../../db/experiments/experiments';
import { evaluateExperiment } from '../../operations/experiments/evaluate-experiment';
import { notFound } from '../../domain/errors';
import { evaluationOf } from '../../domain/experiments/evaluation';
import { experimentStatus } from '../../domain/experiments/schemas';
import {
  createExperiment,
  deleteExperiment,
  findStartWarnings,
  updateExperiment,
} from '../../operations/experiments/experiments';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';
import type { Services } from '../services';
import { authorizeChange } from './authorize';
import { createExperimentBody, fieldsOf, updateExperimentBody, updateExperimentByIdBody } from './contract';
import { experimentRecord } from './record';
import { presentEvaluation, presentExperiment } from './present';
import { tryEvidence } from './try-evidence';
import { asOfBacklog } from './present-results';

const tag = 'experiments';
const params = z.object({ id: z.string() });
const changing =
  'Every status change is allowed. You can change the name, traffic, weights and content of variants (`css`, `js`, ' +
  '`patch`) and add variants at any time. Other changes need a draft (409). Variants with an id keep omitted ' +
  'fields; null clears a field. New variants come last. Members can change drafts. Other changes, and leaving the ' +
  'draft, need an admin (403). A start succeeds even if there is nothing to count; `warnings` then gives the reason.';

async function update(
  services: Services,
  actor: Actor,
  id: string,
  { status, variants, updated_at, updatedAt = updated_at, ...body }: z.output<typeof updateExperimentBody>,
): Promise<z.input<typeof experimentRecord>> {
  const changes = { ...fieldsOf(body), status, variants, updatedAt };
  const experiment = await updateExperiment(services, actor, id, changes);
  await tryEvidence(services, experiment);
  const shown = presentExperiment(experiment, services.settings.publicUrl);
  if (status !== 'running') return shown;
  return { ...shown, warnings: await findStartWarnings(services, experiment) };
}

export const experimentRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments',
    tag,
    summary: 'List experiments, newest first',
    description:
      'Returns at most 1,000 experiments with the figures of their last evaluation. An experiment is evaluated every ' +
      'minute while its data changes, and when its results are read.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { query: z.object({ status: experimentStatus.optional() }) },
    responses: { 200: z.array(experimentRecord) },
    handler: async ({
      query: { status },
      actor: { workspaceId },
      services: {
        database,
        settings: { publicUrl },
      },
    }) => {
      const experiments = await listExperiments(database, workspaceId, status);
      return ok(experiments.map((experiment) => presentExperiment(experiment, publicUrl)));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments',
    tag,
    summary: 'Create an experiment as a draft',
    description:
      'Accepts the older and the newer form. You can spell every field either way, and the response contains both ' +
      'spellings.',
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { body: createExperimentBody },
    responses: { 201: experimentRecord },
    handler: async ({
      body,
      actor,
      services: {
        database,
        settings: { publicUrl },
      },
    }) => {
      const given = { ...fieldsOf(body), name: body.name, variants: body.variants };
      return created(presentExperiment(await createExperiment({ database }, actor, given), publicUrl));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/experiments',
    tag,
    summary: 'Change an experiment or its status by the id in the body',
    description: changing,
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { body: updateExperimentByIdBody },
    findNamed: mustExist('Experiment', findExperiment),
    authorize: authorizeChange,
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT', 'STALE_UPDATE'],
    handler: async ({ body: { id, ...body }, actor, services }) => ok(await update(services, actor, id, body)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id',
    tag,
    summary: 'Read an experiment',
    description: 'After the draft, includes the counts of the variants and the confidence.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { params },
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND'],
    handler: async ({
      params: { id },
      actor: { workspaceId },
      services: {
        database,
        settings: { publicUrl },
      },
    }) => {
      const experiment = await findExperiment(database, workspaceId, id);
      if (experiment === null) throw notFound('Experiment', id);
      const shown = presentExperiment(experiment, publicUrl);
      if (experiment.status === 'draft') return ok(shown);
      const results = await evaluateExperiment({ database }, workspaceId, id, { isAwaited: true });
      return results === null
        ? ok(shown)
        : ok({ ...shown, ...presentEvaluation(evaluationOf(results)) }, asOfBacklog(results));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/experiments/:id',
    tag,
    summary: 'Change an experiment or its status',
    description: changing,
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params, body: updateExperimentBody },
    findNamed: mustExist('Experiment', findExperiment),
    authorize: authorizeChange,
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body, actor, services }) => ok(await update(services, actor, id, body)),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/experiments/:id',
    tag,
    summary: 'Delete a draft',
    description: 'Returns 409 for an experiment that is no longer a draft. Its exposures and results are kept.',
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params },
    authorize: authorizeChange,
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteExperiment(services, actor, id);
      return deleted(id);
    },
  }),
];
