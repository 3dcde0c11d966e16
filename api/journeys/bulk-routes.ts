import { z } from 'zod';
import { countMatching, findBulk } from '../../db/journeys/bulks';
import { findJourney } from '../../db/journeys/journeys';
import { readFailureCauses } from '../../db/reports/failure-causes';
import { notFound } from '../../domain/errors';
import { bulkCount, bulkRecord, bulkRequest, bulkStarted } from '../../domain/journeys/bulks/schemas';
import { executionDetail } from '../../domain/journeys/executions/schemas';
import { failureCauses } from '../../domain/journeys/reports/schemas';
import { startBulk } from '../../operations/journeys/bulk-executions';
import { retryExecution } from '../../operations/journeys/retry-execution';
import { mustExist } from '../must-exist';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentBulk, presentFailureGroup } from './present-bulk';
import { readExecution } from './read-execution';

const tag = 'journeys';
const mostGroups = 200;

/** Must be listed before the routes of `/api/journeys/:id`. */
export const failureCausesRoute = defineRoute({
  method: 'get',
  path: '/api/journeys/failures/causes',
  tag,
  summary: 'Group failed executions by cause',
  description:
    'Groups the executions that are FAILED now by journey, version, step and cause, the last failure first, at most ' +
    `${mostGroups} groups. Set \`journeyId\` for one journey.`,
  access: { permission: 'journeys.read' },
  limit: 'read',
  request: { query: z.strictObject({ journeyId: z.string().min(1).max(100).optional() }) },
  responses: { 200: failureCauses },
  errors: ['NOT_FOUND'],
  handler: async ({ query: { journeyId = null }, actor: { workspaceId }, services: { database } }) => {
    if (journeyId !== null && (await findJourney(database, workspaceId, journeyId)) === null) {
      throw notFound('Journey', journeyId);
    }
    const groups = await readFailureCauses(database, { workspaceId, journeyId, limit: mostGroups });
    return ok(groups.map(presentFailureGroup));
  },
});

/** Must be listed before the routes of one execution. */
export const journeyBulkRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions/bulk',
    tag,
    summary: 'Retry or cancel many executions',
    description:
      'Starts a workflow that acts on each matching execution at most once. Executions that fail or start after the ' +
      'request are not included. Repeating the request while it runs returns the running bulk action. With `dryRun`, ' +
      'returns 200 with the number of matching executions and changes nothing. An execution that cannot be retried, as ' +
      'described for a single retry, counts as `failed`.',
    access: { permission: 'journeys.retry' },
    findNamed: mustExist('Journey', findJourney),
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: bulkRequest },
    responses: { 200: bulkCount, 202: bulkStarted },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id: journeyId }, body, actor, services: { database } }) => {
      const { action, where: selection, dryRun } = body;
      const { workspaceId } = actor;
      if ((await findJourney(database, workspaceId, journeyId)) === null) throw notFound('Journey', journeyId);
      const request = { workspaceId, journeyId, action, selection };
      if (dryRun) return ok({ matching: await countMatching(database, request) });
      return accepted(await startBulk({ database }, actor, request));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id/executions/bulk/:bulkId',
    tag,
    summary: 'Read the progress of a bulk action',
    access: { permission: 'journeys.retry' },
    limit: 'read',
    request: { params: z.object({ id: z.string(), bulkId: z.string() }) },
    responses: { 200: bulkRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id, bulkId }, actor: { workspaceId }, services: { database } }) => {
      const bulk = await findBulk(database, workspaceId, bulkId);
      if (bulk?.journeyId !== id) throw notFound('Bulk action', bulkId);
      return ok(presentBulk(bulk));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions/:executionId/retry',
    tag,
    summary: 'Retry a failed execution',
    description:
      'Resumes the execution at the step at which it failed. It is RUNNING again, and its workflow gets another run. ' +
      'Earlier steps are not performed again. The failed step is performed again; a message that may have been sent is ' +
      'not sent again. Returns 409 if the execution is not FAILED, if its journey is archived, or if the person was ' +
      'erased or is in another execution of the journey that excludes it.',
    access: { permission: 'journeys.retry' },
    limit: 'write',
    request: { params: z.object({ id: z.string(), executionId: z.string() }) },
    responses: { 200: executionDetail },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id: journeyId, executionId }, actor, services }) => {
      await retryExecution(services, actor, { journeyId, executionId });
      return ok(await readExecution(services, { workspaceId: actor.workspaceId, journeyId, executionId }));
    },
  }),
];
