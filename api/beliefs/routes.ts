import { z } from 'zod';
import { findBelief, listBeliefs, listConfidences } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import {
  beliefRecord,
  confidencePoint,
  createBeliefBody,
  updateBeliefBody,
  updateConfidenceBody,
} from '../../domain/beliefs/schemas';
import { notFound } from '../../domain/errors';
import { addEvidence } from '../../operations/beliefs/add-evidence';
import { createBelief } from '../../operations/beliefs/create-belief';
import { deleteBelief } from '../../operations/beliefs/delete-belief';
import { updateBelief } from '../../operations/beliefs/update-belief';
import { withdrawEvidence } from '../../operations/beliefs/withdraw-evidence';
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
  return presentBelief(belief);
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
    description: 'The newest thousand.',
    access: { permission: 'beliefs.read' },
    limit: 'read',
    responses: { 200: z.array(beliefRecord) },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listBeliefs(database, workspaceId)).map(presentBelief)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/beliefs',
    tag,
    summary: 'Create a belief',
    description: 'Either `statement` or `claim` is the text of the belief; both may be given, and differ.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { body: createBeliefBody },
    responses: { 201: beliefRecord },
    handler: async ({ body, actor, services: { database } }) =>
      created(await readBelief(database, actor, await createBelief(database, actor, body))),
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
    summary: 'The path of the confidence, oldest first',
    description: 'The newest thousand points: the creation, each entry of evidence and each one withdrawn.',
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
    method: 'patch',
    path: '/api/beliefs/:id',
    tag,
    summary: 'Change the text of a belief, or its prior',
    description: 'Its confidence follows from the prior and the evidence, and cannot be set.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params, body: updateBeliefBody },
    findNamed: beliefMustExist,
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services: { database } }) => {
      await updateBelief(database, actor, id, body);
      return ok(await readBelief(database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/beliefs/:id',
    tag,
    summary: 'Delete a belief with its evidence',
    description: 'Experiments that name it go on without it. Published steps that name it have nothing to update.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      await deleteBelief(database, actor, id);
      return deleted(id);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/beliefs/:id/update-confidence',
    tag,
    summary: 'Add evidence to a belief',
    description:
      'The confidence is computed from the prior and all evidence, so that the order never matters: ' +
      'logit(prior) plus, for each entry, w·ln(P / (1 - P)), with P = 1/2 + atan(delta·√max(1, sampleSize)) / π and w = 1 ' +
      'for experiments, 0.5 for observations, 0.25 for external evidence.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params, body: updateConfidenceBody },
    findNamed: beliefMustExist,
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services: { database } }) => {
      await addEvidence(database, actor, id, body);
      return ok(await readBelief(database, actor, id));
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/beliefs/:id/evidence/:evidenceId',
    tag,
    summary: 'Withdraw an entry of evidence',
    description: 'The confidence is what it would be without it. Answers the belief.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params: z.object({ id: z.string(), evidenceId: z.string() }) },
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id, evidenceId }, actor, services: { database } }) => {
      await withdrawEvidence(database, actor, id, evidenceId);
      return ok(await readBelief(database, actor, id));
    },
  }),
];
