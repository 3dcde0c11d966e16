import { findJourney } from '../../db/journeys/journeys';
import { z } from 'zod';
import { assertMay } from '../../domain/accounts/permissions';
import { simulateBody, simulation } from '../../domain/journeys/simulation/schemas';
import { simulateJourney } from '../../operations/journeys/simulate-journey';
import { ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';

export const journeySimulationRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/simulate',
    tag: 'journeys',
    summary: 'Simulate a journey for one person without sending anything',
    description:
      'Uses the draft if one is open, otherwise the latest version. Eligibility is checked at the start. The trace ' +
      'follows the rules of real executions: webhooks succeed, and a wait for an event ends with its timeout. Personal ' +
      'data is masked.',
    access: { permission: 'journeys.write' },
    limit: 'write',
    request: { params: z.object({ id: z.string() }), body: simulateBody },
    authorize: ({ actor, body: { overrides } }) => {
      const isNone = overrides === undefined || (Array.isArray(overrides) && overrides.length === 0);
      if (!isNone) assertMay(actor.role, 'journeys.override', 'Overriding checks');
    },
    findNamed: mustExist('Journey', findJourney),
    responses: { 200: simulation },
    errors: ['NOT_FOUND', 'FORBIDDEN'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(await simulateJourney(services, actor, { journeyId: id, body })),
  }),
];
