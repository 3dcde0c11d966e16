import { z } from 'zod';
import { activeExperiment } from '../../domain/experiments/schemas';
import { jsonText } from '../../domain/json/schemas';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';

export const experimentRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/active',
    tag: 'experiments',
    summary: 'The experiments that browsers apply',
    description:
      'Running experiments, and completed ones that serve a promoted winner to everybody. A change shows within five ' +
      'seconds; browsers keep an answer for a minute. Answers 304 to an If-None-Match with its ETag.',
    access: 'public',
    // Every page view of every visitor asks, so that the workspace's rate of reads would be used up by its own success. The
    // answer comes from memory.
    limit: 'none',
    crossOrigin: true,
    request: {
      query: z.object({ key: jsonText(200, 1).meta({ description: 'The public key of the workspace.' }) }),
    },
    responses: { 200: z.array(activeExperiment) },
    errors: ['UNAUTHORIZED'],
    handler: async ({ query: { key }, services: { workspaces, activeLists } }) => {
      const workspace = await workspaces.byPublicKey(key);
      const list = await activeLists.of(workspace.id);
      const headers = { ETag: list.etag, 'Cache-Control': 'public, max-age=60' };
      return { ...ok(list.experiments, headers), compressed: list };
    },
  }),
];
