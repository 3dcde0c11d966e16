import { bundle, importBundleBody, importedBundle, translateExternalBody } from '../../domain/journeys/import/schemas';
import { importBundle } from '../../operations/journeys/import-bundle';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'internal';
/** Whose turn a thread's work is: that of the holders of the shared secret. */
const internal = 'internal';

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
    asText: true,
    handler: async ({ text, services: { threads } }) => ok(await threads.run('translateExternal', text, internal)),
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
    asText: true,
    handler: async ({ text, services: { database, threads } }) => {
      const { workspaceId, ...given } = await threads.run('readBundle', text, internal);
      return ok(await importBundle(database, workspaceId, given));
    },
  }),
];
