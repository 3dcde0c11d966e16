import { findJourney } from '../../db/journeys/journeys';
import { z } from 'zod';
import { findLatestVersions } from '../../db/journeys/journey-versions';
import { listJourneys } from '../../db/journeys/journeys';
import { createJourneyBody, journeyRecord, publishedVersion, updateJourneyBody } from '../../domain/journeys/schemas';
import { createJourney } from '../../operations/journeys/create-journey';
import { publishVersion } from '../../operations/journeys/publish-version';
import { updateJourney } from '../../operations/journeys/update-journey';
import { created, ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';
import { presentJourney } from './present';
import { readJourney } from './read-journey';
import { visibleTo } from './visible-to';

const tag = 'journeys';
const params = z.object({ id: z.string() });
const publishQuery = z.strictObject({ dryRun: z.enum(['true', 'false']).optional() });

const updateRoute = (method: 'patch' | 'put'): Route =>
  defineRoute({
    method,
    path: '/api/journeys/:id',
    tag,
    summary: 'Change the name, description or draft',
    description: 'Opens a draft from the latest version if there is none. Send the current `updatedAt`.',
    access: { permission: 'journeys.write' },
    limit: 'write',
    request: { params, body: updateJourneyBody },
    findNamed: mustExist('Journey', findJourney),
    responses: { 200: journeyRecord },
    errors: ['NOT_FOUND', 'CONFLICT', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body, actor, services: { database } }) => {
      await updateJourney({ database }, actor, id, body);
      return ok(visibleTo(actor, await readJourney(database, actor.workspaceId, id)));
    },
  });

export const journeyRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/journeys',
    tag,
    summary: 'List journeys, newest first',
    access: { permission: 'journeys.read' },
    limit: 'read',
    responses: { 200: z.array(journeyRecord) },
    handler: async ({ actor, services: { database } }) => {
      const { workspaceId } = actor;
      const latest = await findLatestVersions(database, workspaceId);
      const journeys = await listJourneys(database, workspaceId);
      return ok(
        journeys.flatMap((journey) => {
          if (journey.draft !== null) return [visibleTo(actor, presentJourney(journey, journey.draft, 'draft', null))];
          const published = latest.get(journey.id);
          if (published === undefined) return [];
          const { definition, frozen } = published;
          return [visibleTo(actor, presentJourney(journey, definition, journey.latestVersion ?? 0, frozen))];
        }),
      );
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys',
    tag,
    summary: 'Create a journey as a draft',
    access: { permission: 'journeys.write' },
    limit: 'write',
    request: { body: createJourneyBody },
    responses: { 201: journeyRecord },
    handler: async ({ body, actor, services: { database } }) => {
      const id = await createJourney({ database }, actor, body);
      return created(visibleTo(actor, await readJourney(database, actor.workspaceId, id)));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id',
    tag,
    summary: 'Read a journey: the draft if one is open, otherwise the latest or requested version',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: {
      params,
      query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
    },
    responses: { 200: journeyRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, query: { version }, actor, services: { database } }) =>
      ok(visibleTo(actor, await readJourney(database, actor.workspaceId, id, version))),
  }),
  updateRoute('patch'),
  updateRoute('put'),
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/publish',
    tag,
    summary: 'Publish the draft as a new, immutable version',
    description:
      'Stores a copy of the steps, the content of the communications, the trigger contract and the audience. Later ' +
      'changes to these apply from the next version on. With `dryRun=true`, nothing is published: the response has the ' +
      'next version number and the warnings.',
    access: { permission: 'journeys.publish' },
    limit: 'write',
    request: { params, query: publishQuery },
    responses: { 200: publishedVersion },
    errors: ['NOT_FOUND', 'CONFLICT', 'send_step_uses_transactional_comm'],
    handler: async ({ params: { id }, query: { dryRun }, actor, services }) =>
      ok({ id, ...(await publishVersion(services, actor, id, { isDryRun: dryRun === 'true' })) }),
  }),
];
