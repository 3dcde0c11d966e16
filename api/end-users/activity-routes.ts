import { z } from 'zod';
import type { Happening } from '../../db/end-users/activity';
import { describeHappening } from '../../domain/end-users/activity/describe';
import { activityKinds } from '../../domain/end-users/activity/kinds';
import { activityFilter, happening, personExport, personOverview } from '../../domain/end-users/activity/schemas';
import { exportPerson } from '../../operations/end-users/export-person';
import { readActivity, readPersonOverview } from '../../operations/end-users/read-activity';
import { cutPage, pageOf, pageQueryBy } from '../paging';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const params = z.object({ id: z.string() });

/** A cursor holds the time in microseconds and the id of the last item. */
const place = z.tuple([z.string().regex(/^-?\d+-\d\d-\d\dT[\d:.]+Z$/), z.string()]);

export const activityRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/end-users/:id/activity',
    tag: 'end-users',
    summary: 'List what happened to an end user, newest first',
    description:
      'Events (also of linked visitors), messages, executions with their steps, experiments seen, changes of consent ' +
      'and attributes, and links to visitors. Older rows end with the retention period of the workspace.',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { params, query: pageQueryBy(place).extend(activityFilter) },
    responses: { 200: pageOf(happening) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id: endUserId }, query, actor: { workspaceId }, services }) => {
      const { limit, cursor, kinds = activityKinds, since, until } = query;
      const before = cursor === undefined ? undefined : { position: cursor[0], id: cursor[1] };
      const page = { workspaceId, endUserId, kinds, since, until, before, limit: limit + 1 };
      const found = await readActivity(services, page);
      const positions = new Map(found.map(({ id, position }) => [id, position]));
      return ok(cutPage(found.map(presentHappening), limit, ({ id }) => [positions.get(id) ?? '', id]));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/:id/overview',
    tag: 'end-users',
    summary: 'Read what applies to an end user now',
    description: 'Suppression, running journeys, experiments and linked visitors; at most 50 of each.',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { params },
    responses: { 200: personOverview },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services }) => {
      const { externalIds, suppression, journeys, experiments, visitors } = await readPersonOverview(
        services,
        workspaceId,
        id,
      );
      return ok({
        externalIds,
        suppression: suppression && { ...suppression, createdAt: suppression.createdAt.toISOString() },
        journeys: journeys.map((one) => ({ ...one, startedAt: one.startedAt.toISOString() })),
        experiments: experiments.map((one) => ({ ...one, seenAt: one.seenAt.toISOString() })),
        visitors: visitors.map((one) => ({
          ...one,
          linkedAt: one.linkedAt.toISOString(),
          lastSeenAt: one.lastSeenAt?.toISOString() ?? null,
        })),
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/end-users/:id/export',
    tag: 'end-users',
    summary: 'Export everything held about an end user',
    description:
      'One JSON object: the record, the ids, suppressions, visitors, visits, conversions, entries into journeys, webhook ' +
      'calls, transactional messages, and all activity with what was stored.',
    access: { permission: 'end_users.read' },
    limit: 'read',
    request: { params },
    responses: {
      200: {
        contentType: 'application/json',
        description: 'The person and all that is held about them.',
        schema: personExport,
      },
    },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services, method }) => {
      const file = { 'Content-Disposition': `attachment; filename="${id}.json"` };
      return ok(method === 'HEAD' ? '' : await exportPerson(services, workspaceId, id), file);
    },
  }),
];

const presentHappening = ({ kind, id, at, processedAt, facts }: Happening): z.infer<typeof happening> => ({
  id,
  kind,
  at: at.toISOString(),
  processedAt: processedAt.toISOString(),
  ...describeHappening(kind, id, facts),
  payload: facts,
});
