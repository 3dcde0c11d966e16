import { z } from 'zod';
import { recordAudit, type AuditEntry } from '../../db/audit';
import { addEvidence, withdrawEvidence } from '../../db/belief-evidence';
import { deleteBelief, findBelief, insertBelief, listBeliefs, listConfidences, updateBelief } from '../../db/beliefs';
import type { Database } from '../../db/connection';
import { experimentExists } from '../../db/experiments';
import {
  beliefRecord,
  confidencePoint,
  createBeliefBody,
  updateBeliefBody,
  updateConfidenceBody,
} from '../../domain/beliefs/schemas';
import { invalid, notFound } from '../../domain/errors';
import { created, deleted, deletedRecord, ok } from '../answers';
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

const logEntry = ({ workspaceId, id: actor }: Actor, subjectId: string, action: string): AuditEntry => ({
  workspaceId,
  subjectType: 'belief',
  subjectId,
  actor,
  action,
});

/** Configuration that a body refers to has to exist. @throws AppError VALIDATION_ERROR */
async function assertExperiment(database: Database, { workspaceId }: Actor, id: string | undefined): Promise<void> {
  if (id === undefined || (await experimentExists(database, workspaceId, id))) return;
  const message = `Experiment "${id}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'experimentId', message }]);
}

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
    description: 'Either `statement` or `claim` says what is believed.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { body: createBeliefBody },
    responses: { 201: beliefRecord },
    handler: async ({ body, actor, services: { database } }) => {
      const id = await database.transaction(async (transaction) => {
        const beliefId = await insertBelief(transaction, {
          workspaceId: actor.workspaceId,
          statement: body.statement ?? body.claim ?? '',
          prior: body.confidence,
          tags: body.tags ?? [],
          subject: body.subject ?? null,
          notes: body.evidence ?? body.evidenceNotes ?? [],
          audience: body.audience ?? null,
          owner: body.owner ?? null,
        });
        await recordAudit(transaction, [logEntry(actor, beliefId, 'belief.created')]);
        return beliefId;
      });
      return created(await readBelief(database, actor, id));
    },
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
    summary: 'Change what a belief says, or its prior',
    description: 'Its confidence follows from the prior and the evidence, and cannot be set.',
    access: { permission: 'beliefs.write' },
    limit: 'write',
    request: { params, body: updateBeliefBody },
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services: { database } }) => {
      const { statement, claim, evidence, evidenceNotes, ...rest } = body;
      const changes = { ...rest, statement: statement ?? claim, notes: evidence ?? evidenceNotes };
      await database.transaction(async (transaction) => {
        if (!(await updateBelief(transaction, { workspaceId: actor.workspaceId, beliefId: id }, changes))) return;
        await recordAudit(transaction, [logEntry(actor, id, 'belief.updated')]);
      });
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
      await database.transaction(async (transaction) => {
        const isGone = await deleteBelief(transaction, { workspaceId: actor.workspaceId, beliefId: id });
        if (!isGone) throw notFound('Belief', id);
        await recordAudit(transaction, [logEntry(actor, id, 'belief.deleted')]);
      });
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
    responses: { 200: beliefRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { messageId, ...entry }, actor, services: { database } }) => {
      await readBelief(database, actor, id);
      await assertExperiment(database, actor, entry.experimentId);
      const sourceKey = messageId === undefined ? undefined : `message:${messageId}`;
      const name = { workspaceId: actor.workspaceId, beliefId: id };
      await addEvidence(database, name, { ...entry, sourceKey, actor: actor.id });
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
      await readBelief(database, actor, id);
      const name = { workspaceId: actor.workspaceId, beliefId: id };
      if (!(await withdrawEvidence(database, name, { evidenceId, actor: actor.id })))
        throw notFound('Evidence', evidenceId);
      return ok(await readBelief(database, actor, id));
    },
  }),
];
