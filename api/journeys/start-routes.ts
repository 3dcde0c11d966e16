import { z } from 'zod';
import type { Database } from '../../db/connection';
import { holdEndUsers } from '../../db/end-users';
import { findExecution, findExecutionByKey, type Execution } from '../../db/executions';
import { startJourneyFor, type Start } from '../../db/journey-starts';
import { findJourney } from '../../db/journeys';
import { findStartableJourney } from '../../db/startable-journeys';
import { conflict, notFound } from '../../domain/errors';
import { executionRecord, notStarted, startByServiceBody, startExecutionBody } from '../../domain/journeys/schemas';
import { created, ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { presentExecution } from './present';

/** Starts that name journey and person. Audience, re-entry and holdout hold as they do for events. */

interface Named {
  workspaceId: string;
  journeyId: string;
  endUserId: string;
  idempotencyKey?: string;
  /** Who starts it by hand. */
  actor?: string;
}

/** @throws AppError NOT_FOUND, CONFLICT unless the journey is published */
async function start(database: Database, named: Named): Promise<Start> {
  const { workspaceId, journeyId, endUserId, ...by } = named;
  return database.transaction(async (transaction) => {
    const journey = await findStartableJourney(transaction, workspaceId, journeyId);
    if (journey === null) {
      if ((await findJourney(transaction, workspaceId, journeyId)) === null) throw notFound('Journey', journeyId);
      throw conflict('Only a published journey starts. Publish it, or resume it when it is paused.');
    }
    const endUser = (await holdEndUsers(transaction, workspaceId, [endUserId])).get(endUserId);
    if (endUser === undefined) throw notFound('End user', endUserId);
    return startJourneyFor(transaction, journey, endUser, by);
  });
}

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
    summary: 'Start a journey for one person by hand',
    description:
      '201 with the execution, or 200 with the reason why none was started: `audience`, `reentry`, `holdout`.',
    access: { permission: 'journeys.start' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: startExecutionBody },
    responses: { 200: notStarted, 201: executionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body: { endUserId }, actor: { workspaceId, id: actor }, services }) => {
      const outcome = await start(services.database, { workspaceId, journeyId: id, endUserId, actor });
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
    summary: 'Start a journey for one person, once for each idempotency key',
    access: 'internal',
    limit: 'none',
    request: { body: startByServiceBody },
    responses: { 200: z.union([executionRecord, notStarted]), 201: executionRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body, services }) => {
      const { workspaceId, journeyId, idempotencyKey } = body;
      const earlier = await findExecutionByKey(services.database, { workspaceId, journeyId, idempotencyKey });
      if (earlier !== null) return ok(presentExecution(earlier, services));
      const outcome = await start(services.database, body);
      if (outcome.started) {
        return created(
          presentExecution(await executionOf(services.database, workspaceId, outcome.executionId), services),
        );
      }
      // Somebody else may have been quicker with the same key.
      const other = await findExecutionByKey(services.database, { workspaceId, journeyId, idempotencyKey });
      return ok(
        other === null ? { started: false as const, reason: outcome.reason } : presentExecution(other, services),
      );
    },
  }),
];
