import { z } from 'zod';
import { findTarget, listTargets, type Target } from '../../db/targets/targets';
import { notFound } from '../../domain/errors';
import { elapsedShare, targetProgress, targetStatus } from '../../domain/targets/progress';
import {
  createTargetBody,
  targetCourse,
  targetRecord,
  updateTargetBody,
  updateTargetByIdBody,
} from '../../domain/targets/schemas';
import { drainRollups } from '../../operations/analytics/drain-rollups';
import { readCourse } from '../../operations/targets/read-course';
import { createTarget, deleteTarget, updateTarget } from '../../operations/targets/targets';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, figuresAsOf, ok, recordOf } from '../responses';
import { type Actor, defineRoute, type Route } from '../route';
import type { Services } from '../services';

const params = z.object({ id: z.string() });
const byId = z.object({ id: z.string().min(1).max(100) });
const changing =
  'Omitted fields keep their value. Set `sourceConversionId` to null to keep the last value as a manual one. ' +
  '`current` is accepted only without a source. A status that you set applies until you set `status` to null.';

/** Reads a target in which every stored event counts. @throws AppError NOT_FOUND */
async function readTarget({ database, clock }: Services, { workspaceId }: Actor, id: string) {
  await drainRollups({ database }, workspaceId);
  const target = await findTarget(database, workspaceId, id);
  if (target === null) throw notFound('Target', id);
  return presentTarget(target, clock.now());
}

const canonical = '/api/targets';

/** The routes under their current and their former name. */
export const targetRoutes: Route[] = [
  ...routesUnder(canonical),
  defineRoute({
    method: 'get',
    path: `${canonical}/:id/course`,
    tag: 'targets',
    summary: 'Read the values of a target by day, and where its pace leads',
    description:
      'The projection continues the mean daily change of the last one to four complete weeks. Its 95% interval treats ' +
      'days as independent.',
    access: { permission: 'targets.read' },
    limit: 'read',
    request: { params },
    responses: { 200: targetCourse },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database, replica }, receivedAt: now }) => {
      const course = await readCourse({ database, replica }, workspaceId, { id, now });
      if (course === null) throw notFound('Target', id);
      return ok(course, figuresAsOf(now));
    },
  }),
  // Goals were renamed to targets on 2026-11-01.
  ...routesUnder('/api/goals').map((route) => ({
    ...route,
    deprecated: { at: new Date('2026-11-01T00:00:00Z'), successor: canonical },
  })),
];

function routesUnder(path: string): Route[] {
  const tag = path === canonical ? 'targets' : 'goals';
  return [
    defineRoute({
      method: 'get',
      path,
      tag,
      summary: 'List targets with their progress, newest first',
      access: { permission: 'targets.read' },
      limit: 'read',
      responses: { 200: z.array(targetRecord) },
      handler: async ({ actor: { workspaceId }, receivedAt, services }) => {
        await drainRollups(services, workspaceId);
        return ok(
          (await listTargets(services.database, workspaceId)).map((target) => presentTarget(target, receivedAt)),
        );
      },
    }),
    defineRoute({
      method: 'post',
      path,
      tag,
      summary: 'Create a target',
      access: { permission: 'targets.write' },
      limit: 'write',
      request: { body: createTargetBody },
      responses: { 201: targetRecord },
      handler: async ({ body, actor, services }) =>
        created(await readTarget(services, actor, await createTarget(services, actor, body))),
    }),
    defineRoute({
      method: 'patch',
      path,
      tag,
      summary: 'Change a target by the id in the body',
      description: changing,
      access: { permission: 'targets.write' },
      limit: 'write',
      request: { body: updateTargetByIdBody },
      findNamed: mustExist('Target', findTarget),
      responses: { 200: targetRecord },
      errors: ['NOT_FOUND', 'STALE_UPDATE'],
      handler: async ({ body: { id, ...changes }, actor, services }) => {
        await updateTarget(services, actor, id, changes);
        return ok(await readTarget(services, actor, id));
      },
    }),
    deleteByQuery(path, tag),
    ...routesOfOne(`${path}/:id`, tag),
  ];
}

function deleteByQuery(path: string, tag: string): Route {
  return defineRoute({
    method: 'delete',
    path,
    tag,
    summary: 'Delete a target by the id in the query',
    access: { permission: 'targets.write' },
    limit: 'write',
    request: { query: byId },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ query: { id }, actor, services }) => {
      await deleteTarget(services, actor, id);
      return deleted(id);
    },
  });
}

function routesOfOne(path: string, tag: string): Route[] {
  return [
    defineRoute({
      method: 'get',
      path,
      tag,
      summary: 'Read a target',
      access: { permission: 'targets.read' },
      limit: 'read',
      request: { params },
      responses: { 200: targetRecord },
      errors: ['NOT_FOUND'],
      handler: async ({ params: { id }, actor, services }) => ok(await readTarget(services, actor, id)),
    }),
    defineRoute({
      method: 'patch',
      path,
      tag,
      summary: 'Change a target',
      description: changing,
      access: { permission: 'targets.write' },
      limit: 'write',
      request: { params, body: updateTargetBody },
      findNamed: mustExist('Target', findTarget),
      responses: { 200: targetRecord },
      errors: ['NOT_FOUND', 'STALE_UPDATE'],
      handler: async ({ params: { id }, body, actor, services }) => {
        await updateTarget(services, actor, id, body);
        return ok(await readTarget(services, actor, id));
      },
    }),
    defineRoute({
      method: 'delete',
      path,
      tag,
      summary: 'Delete a target',
      access: { permission: 'targets.write' },
      limit: 'write',
      request: { params },
      responses: { 200: deletedRecord },
      errors: ['NOT_FOUND'],
      handler: async ({ params: { id }, actor, services }) => {
        await deleteTarget(services, actor, id);
        return deleted(id);
      },
    }),
  ];
}

const presentTarget = (target: Target, now: Date) =>
  recordOf(targetRecord, {
    ...target,
    progress: targetProgress(target),
    elapsed: Number(elapsedShare(target, now).toFixed(4)),
    status: target.status ?? targetStatus(target, now),
    statusIsAuto: target.status === null,
    currentIsAuto: target.sourceConversionId !== null && !target.isSourceMissing,
    sourceMissing: target.isSourceMissing,
  });
