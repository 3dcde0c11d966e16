import { bundle, importBundleBody, importedBundle, translateExternalBody } from '../../domain/journeys/import/schemas';
import { translateExternal } from '../../domain/journeys/import/translate';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { importBundle } from './import-bundle';

const tag = 'internal';

export const importRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/internal/translate-external',
    tag,
    summary: 'Translate a flow of another provider into a bundle',
    description: 'Writes nothing. `unmapped` lists what the bundle does not say, and what to complete by hand.',
    access: 'internal',
    limit: 'none',
    request: { body: translateExternalBody },
    responses: { 200: bundle },
    handler: ({ body }) => Promise.resolve(ok(translateExternal(body.provider, body.export))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/internal/import-bundle',
    tag,
    summary: 'Import a bundle into a workspace, as drafts',
    description: 'All of it or nothing. A bundle that was imported before changes nothing.',
    access: 'internal',
    limit: 'none',
    request: { body: importBundleBody },
    responses: { 200: importedBundle },
    errors: ['NOT_FOUND'],
    handler: async ({ body: { workspaceId, bundle: given }, services: { database } }) =>
      ok(await database.transaction((transaction) => importBundle(transaction, workspaceId, given))),
  }),
];
