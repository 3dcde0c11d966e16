import { z } from 'zod';
import { readInvitation } from '../../operations/accounts/read-invitation';
import { renderLinkPage } from '../console/console-page';
import { pageResponse } from '../pages/page';
import { defineRoute, type Route } from '../route';

export const invitationPageRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/invitations/:token',
    tag: 'members',
    summary: 'Show the invitation page',
    description: 'Shows the workspace and the inviter. Returns a 404 page if the invitation can no longer be accepted.',
    access: 'public',
    limit: 'none',
    request: { params: z.object({ token: z.string().max(300) }) },
    responses: { 200: pageResponse, 404: pageResponse },
    handler: async ({ params: { token }, services }) => {
      const facts = await readInvitation(services, token);
      const page = await renderLinkPage(services.http.consoleFiles, facts);
      return { status: facts.state === 'open' ? (200 as const) : (404 as const), ...page };
    },
  }),
];
