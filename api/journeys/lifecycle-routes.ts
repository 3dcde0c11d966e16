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
    description:
      'No new executions start, and events received during the pause never start one. Running executions continue.',
    permission: 'journeys.publish',
    change: pauseJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/resume',
    summary: 'Resume a paused journey',
    description: 'Events start executions of the latest version again.',
    permission: 'journeys.publish',
    change: resumeJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/archive',
    summary: 'Archive a journey permanently',
    description:
      'Running executions end as CANCELED with the reason `archived`. The record is kept and cannot be changed.',
    permission: 'journeys.publish',
    change: archiveJourney,
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/draft',
    summary: 'Open a draft from the latest version',
    description: 'If a draft is open, it is not changed.',
    permission: 'journeys.write',
    change: openDraft,
  }),
];
