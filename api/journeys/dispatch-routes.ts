import { findEndUser } from '../../db/end-users/end-users';
import { findExecutions } from '../../db/journeys/executions';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { invalid, notFound } from '../../domain/errors';
import { incomingEvent, missingSubject, receiptSettings } from '../../domain/events/parse-events';
import { dispatchResponse, dispatchBody } from '../../domain/journeys/dispatch/schemas';
import { takeEvents } from '../../operations/events/take-events';
import { currentTraceparent } from '../../telemetry/spans';
import { countAccepted, withWarnings } from '../events/routes';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentExecution } from './present';

export const journeyDispatchRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/internal/dispatch',
    tag: 'internal',
    summary: 'Send one event and return the journeys it started',
    description:
      'Stores the event as a server event. `skipped` lists the journeys that the event triggered but did not start.',
    access: 'internal',
    limit: 'none',
    request: { body: dispatchBody },
    responses: { 200: dispatchResponse },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ body, services, receivedAt }) => {
      const { database } = services;
      const { workspaceId } = body;
      const { endUserId = null, ...given } = body.event;
      const workspace = await findWorkspace(database, workspaceId);
      if (workspace === null) throw notFound('Workspace', workspaceId);
      if (endUserId !== null && (await findEndUser(database, workspaceId, endUserId)) === null) {
        throw notFound('End user', endUserId);
      }
      if (endUserId !== null && given.userId !== undefined && given.userId !== endUserId) {
        const message = 'must be the same person as endUserId';
        throw invalid(`event.userId ${message}.`, [{ path: 'event.userId', message }]);
      }
      const settings = receiptSettings(workspace, receivedAt);
      const receipt = { origin: 'server', receivedAt, isBot: false, ...settings } as const;
      const named = endUserId === null ? given : { ...given, userId: given.userId ?? endUserId };
      const event = incomingEvent(named, {}, receipt);
      if (event === null)
        throw invalid(missingSubject.server, [
          { path: 'event', message: 'must have a visitorId, userId, endUserId or email' },
        ]);
      const sender = {
        workspaceId,
        actor: 'dispatch',
        traceparent: currentTraceparent(),
        // An event with an address must be checked for a conflict between the address and its userId, the person's id.
        endUserId: event.email === null ? endUserId : null,
      };
      const { started, skipped, warnings } = await takeEvents(services, sender, {
        parsed: { events: [event], indices: [0], rejected: [] },
        receipt,
        historical: false,
        batch: null,
      });
      countAccepted('server', 1);
      const ids = started.map(({ executionId }) => executionId);
      const executions = await findExecutions(database, workspaceId, ids);
      return ok({
        started: executions.map((one) => ({ ...presentExecution(one, services), journeyId: one.journeyId })),
        skipped,
        ...withWarnings(warnings),
      });
    },
  }),
];
