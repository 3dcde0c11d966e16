import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import type { Permission } from '../../domain/accounts/permissions';
import { journeyRecord } from '../../domain/journeys/schemas';
import { archiveJourney } from '../../operations/journeys/archive-journey';
import { openDraft } from '../../operations/journeys/open-draft';
import { pauseJourney } from '../../operations/journeys/pause-journey';
import { resumeJourney } from '../../operations/journeys/resume-journey';
import { ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';
import { readJourney } from './read-journey';
import { shownTo } from './shown-to';

interface Change {
  path: `/api/journeys/:id/${string}`;
  summary: string;
  description: string;
  permission: Permission;
  change: (database: Database, actor: Actor, id: string) => Promise<void>;
}

const lifecycleRoute = ({ path, summary, description, permission, change }: Change): Route =>
  defineRoute({
    method: 'post',
    path,
    tag: 'journeys',
    summary,
    description,
    access: { permission },
    limit: 'write',
    request: { params: z.object({ id: z.string() }) },
    responses: { 200: journeyRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      await change(database, actor, id);
      return ok(shownTo(actor, await readJourney(database, actor.workspaceId, id)));
    },
  });

export const journeyLifecycleRoutes: Route[] = [
  lifecycleRoute({
    path: '/api/journeys/:id/pause',
    summary: 'Pause a published journey',
    description: 'No new runs start, also not later for events of the pause. Runs in flight go on.',
    permission: 'journeys.publish',
    change: pauseJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/resume',
    summary: 'Resume a paused journey',
    description: 'Events start runs of the latest version again.',
    permission: 'journeys.publish',
    change: resumeJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/archive',
    summary: 'Archive a journey, for good',
    description: 'Runs in flight end as CANCELED, reason `archived`. The record is kept; nothing changes it any more.',
    permission: 'journeys.publish',
    change: archiveJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/draft',
    summary: 'Open a draft from the latest version',
    description: 'A draft that is open already stays as it is.',
    permission: 'journeys.write',
    change: openDraft,
  }),
];
