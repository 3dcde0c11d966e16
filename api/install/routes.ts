import { readStartedParts } from '../../db/reports/getting-started';
import { notFound } from '../../domain/errors';
import { checkInstallBody, gettingStarted, installCheck } from '../../domain/install/schemas';
import { checkInstall } from '../../operations/install/check-install';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentGettingStarted } from './present';

const tag = 'install';

export const installRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/getting-started',
    tag,
    summary: 'Read which first steps a workspace has done',
    description: 'The steps are an event, a conversion, an experiment, a published journey and a sent email.',
    access: { permission: 'workspace.read' },
    limit: 'read',
    responses: { 200: gettingStarted },
    handler: async ({
      actor: { workspaceId },
      services: {
        database,
        settings: { publicUrl, mailSinkUrl },
      },
    }) => {
      const parts = await readStartedParts(database, workspaceId);
      if (parts === null) throw notFound('Workspace', workspaceId);
      return ok(presentGettingStarted(parts, { publicUrl, mailSinkUrl }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/install-check',
    tag,
    summary: 'Check whether a page loads the snippet',
    description:
      'Loads the page once and reads its HTML, without running its scripts. A page that cannot be loaded also returns ' +
      '200, with the reason. The page must be at a public address or on a host of WEBHOOK_ALLOW_HOSTS.',
    access: { permission: 'workspace.read' },
    limit: 'write',
    request: { body: checkInstallBody },
    responses: { 200: installCheck },
    errors: ['SERVICE_UNAVAILABLE'],
    handler: async ({ body: { url }, actor: { workspaceId }, services }) =>
      ok(await checkInstall(services, workspaceId, url)),
  }),
];
