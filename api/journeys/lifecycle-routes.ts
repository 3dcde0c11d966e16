import { z } from 'zod';
import type { Permission } from '../../domain/accounts/permissions';
import { journeyRecord } from '../../domain/journeys/schemas';
import { changeStatus, openDraft } from '../../operations/journeys/lifecycle';
import type { Context } from '../../operations/ports';
import { ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';
import { readJourney } from './read-journey';
import { visibleTo } from './visible-to';

interface Change {
  path: `/api/journeys/:id/${string}`;
  summary: string;
  description: string;
  permission: Permission;
  change: (context: Pick<Context, 'database'>, actor: Actor, id: string) => Promise<void>;
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
    handler: async ({ params: { id }, actor, services }) => {
      await change(services, actor, id);
      return ok(visibleTo(actor, await readJourney(services.database, actor.workspaceId, id)));
    },
  });

export const journeyLifecycleRoutes: Route[] = [
  lifecycleRoute({
    path: '/api/journeys/:id/pause',
    summary: 'Pause a published journey',
    description:
      'No new executions start, and events received during the pause never start one. Running executions continue.',
    permission: 'journeys.publish',
    change: (context, actor, id) => changeStatus(context, actor, id, 'pause'),
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/resume',
    summary: 'Resume a paused journey',
    description: 'Events start executions of the latest version again.',
    permission: 'journeys.publish',
    change: (context, actor, id) => changeStatus(context, actor, id, 'resume'),
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/archive',
    summary: 'Archive a journey permanently',
    description:
      'Running executions end as CANCELED with the reason `archived`. The record is kept and cannot be changed.',
    permission: 'journeys.publish',
    change: (context, actor, id) => changeStatus(context, actor, id, 'archive'),
  }),
  lifecycleRoute({
    path: '/api/journeys/:id/draft',
    summary: 'Open a draft from the latest version',
    description: 'If a draft is open, it is not changed.',
    permission: 'journeys.write',
    change: openDraft,
  }),
];
