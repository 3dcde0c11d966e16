import { findJourney } from '../../db/journeys/journeys';
import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findExecution, findExecutionByKey, type Execution } from '../../db/journeys/executions';
import { isHeldOutByKey } from '../../db/journeys/journey-entry';
import { notFound } from '../../domain/errors';
import { executionRecord, notStarted, startByServiceBody, startExecutionBody } from '../../domain/journeys/schemas';
import { startExecution } from '../../operations/journeys/start-execution';
import { currentTraceparent } from '../../telemetry/spans';
import { created, ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';
import { presentExecution } from './present';

async function executionOf(database: Database, workspaceId: string, id: string): Promise<Execution> {
  const execution = await findExecution(database, workspaceId, id);
  if (execution === null) throw notFound('Execution', id);
  return execution;
}

export const journeyStartRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions',
    tag: 'journeys',
    summary: 'Start a journey for one person',
    description:
      'Returns 201 with the execution, or 200 with the reason why no execution started: `audience`, `reentry` or ' +
      '`holdout`.',
    access: { permission: 'journeys.start' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: startExecutionBody },
    findNamed: mustExist('Journey', findJourney),
    responses: { 200: notStarted, 201: executionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body: { endUserId }, actor: { workspaceId, id: actor }, services }) => {
      const outcome = await startExecution(services, {
        workspaceId,
        journeyId: id,
        endUserId,
        actor,
        traceparent: currentTraceparent(),
      });
      if (!outcome.started) return ok({ started: false as const, reason: outcome.reason });
      return created(
        presentExecution(await executionOf(services.database, workspaceId, outcome.executionId), services),
      );
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/internal/start-execution',
    tag: 'internal',
    summary: 'Start a journey for one person, once per idempotency key',
    access: 'internal',
    limit: 'none',
    request: { body: startByServiceBody },
    responses: { 200: z.union([executionRecord, notStarted]), 201: executionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body, services }) => {
      const { workspaceId, journeyId, idempotencyKey } = body;
      const earlier = await findExecutionByKey(services.database, { workspaceId, journeyId, idempotencyKey });
      if (earlier !== null) return ok(presentExecution(earlier, services));
      const outcome = await startExecution(services, { ...body, traceparent: currentTraceparent() });
      if (outcome.started) {
        return created(
          presentExecution(await executionOf(services.database, workspaceId, outcome.executionId), services),
        );
      }
      // A concurrent request may have used the same key first.
      const other = await findExecutionByKey(services.database, { workspaceId, journeyId, idempotencyKey });
      if (other !== null) return ok(presentExecution(other, services));
      const isHeldOut = outcome.reason === 'reentry' && (await isHeldOutByKey(services.database, body));
      return ok({ started: false as const, reason: isHeldOut ? 'holdout' : outcome.reason });
    },
  }),
];
