import { z } from 'zod';
import { findBelief, listBeliefs, listConfidences } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { readBeliefUses } from '../../db/reports/belief-uses';
import {
  beliefRecord,
  beliefUses,
  confidencePoint,
  createBeliefBody,
  updateBeliefBody,
  updateConfidenceBody,
} from '../../domain/beliefs/schemas';
import { notFound } from '../../domain/errors';
import { addEvidence, withdrawEvidence } from '../../operations/beliefs/evidence';
import { createBelief, deleteBelief, updateBelief } from '../../operations/beliefs/beliefs';
import { created, deleted, deletedRecord, ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Actor, type Route } from '../route';
import { presentBelief, presentPoint } from './present';

const tag = 'beliefs';
const params = z.object({ id: z.string() });

/** @throws AppError NOT_FOUND */
async function readBelief(
  database: Database,
  { workspaceId }: Actor,
  id: string,
): Promise<z.infer<typeof beliefRecord>> {
  const belief = await findBelief(database, { workspaceId, beliefId: id });
  if (belief === null) throw notFound('Belief', id);
  return presentBelief(belief, new Date());
}

const beliefMustExist = mustExist('Belief', (database, workspaceId, beliefId) =>
  findBelief(database, { workspaceId, beliefId }),
);

export const beliefRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/beliefs',
    tag,
    summary: 'List beliefs, newest first',
    description: 'Returns at most 1,000 beliefs.',
    access: { permission: 'beliefs.read' },
    limit: 'read',
    responses: { 200: z.array(beliefRecord) },
    handler: async ({ actor: { workspaceId }, services: { database }, receivedAt }) =>
      ok((await listBeliefs(database, workspaceId)).map((belief) => presentBelief(belief, receivedAt))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/beliefs',
    tag,
    summary: 'Create a belief',
    description: 'Send `statement` or `claim`. If you send both, they may differ.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { body: createBeliefBody },
    responses: { 201: beliefRecord },
    handler: async ({ body, actor, services }) =>
      created(await readBelief(services.database, actor, await createBelief(services, actor, body))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/beliefs/:id',
    tag,
    summary: 'Read a belief',
    access: { permission: 'beliefs.read' },
    limit: 'read',
    request: { params },
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => ok(await readBelief(database, actor, id)),
  }),
  defineRoute({
    method: 'get',
    path: '/api/beliefs/:id/history',
    tag,
    summary: 'List the confidence history, oldest first',
    description: 'Returns the newest 1,000 points: the creation, and each addition or withdrawal of evidence.',
    access: { permission: 'beliefs.read' },
    limit: 'read',
    request: { params },
    responses: { 200: z.array(confidencePoint) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const points = await listConfidences(database, { workspaceId, beliefId: id });
      // Every belief has the point of its creation.
      if (points.length === 0) throw notFound('Belief', id);
      return ok(points.map(presentPoint));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/beliefs/:id/uses',
    tag,
    summary: 'List the experiments and journeys that test a belief',
    access: { permission: 'beliefs.read' },
    limit: 'read',
    request: { params },
    responses: { 200: beliefUses },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      if ((await findBelief(database, { workspaceId, beliefId: id })) === null) throw notFound('Belief', id);
      return ok(await readBeliefUses(database, { workspaceId, beliefId: id }));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/beliefs/:id',
    tag,
    summary: 'Change the text or the prior of a belief',
    description: 'The confidence is computed from the prior and the evidence. You cannot set it.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params, body: updateBeliefBody },
    findNamed: beliefMustExist,
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body, actor, services }) => {
      await updateBelief(services, actor, id, body);
      return ok(await readBelief(services.database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/beliefs/:id',
    tag,
    summary: 'Delete a belief and its evidence',
    description:
      'Experiments that reference the belief continue without it. Published steps that reference it no longer update ' +
      'anything.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteBelief(services, actor, id);
      return deleted(id);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/beliefs/:id/update-confidence',
    tag,
    summary: 'Add evidence to a belief',
    description:
      'The confidence is computed from the prior and all evidence, in any order: logit(prior) plus w·ln(P / (1 - P)) ' +
      'for each entry, with P = 1/2 + atan(delta·√max(1, sampleSize)) / π. The weight w is 1 for experiments, 0.5 for ' +
      'observations and 0.25 for external evidence.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params, body: updateConfidenceBody },
    findNamed: beliefMustExist,
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services }) => {
      await addEvidence(services, actor, id, body);
      return ok(await readBelief(services.database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/beliefs/:id/evidence/:evidenceId',
    tag,
    summary: 'Withdraw evidence',
    description: 'Recomputes the confidence without the entry. Returns the belief.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params: z.object({ id: z.string(), evidenceId: z.string() }) },
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id, evidenceId }, actor, services }) => {
      await withdrawEvidence(services, actor, id, evidenceId);
      return ok(await readBelief(services.database, actor, id));
    },
  }),
];
