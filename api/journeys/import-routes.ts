import type { Actor } from '../../domain/accounts/actor';
import {
  bundle,
  importBundleBody,
  importedBundle,
  importedOwnBundle,
  importOwnBundleBody,
  translateExternalBody,
  type ImportedCounts,
} from '../../domain/journeys/import/schemas';
import { importBundle } from '../../operations/journeys/import-bundle';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

/** The owner of a thread's work in the queue: the holders of the shared secret. */
const internal = 'internal';

/** Who imports by the shared secret: the service itself. */
const importer = (workspaceId: string): Actor => ({ workspaceId, id: 'system', role: 'admin' });

const translateDescription =
  'Nothing is stored. `unmapped` lists what the bundle does not contain and what you need to complete manually.';

/** As the contract has them: trigger contracts are not counted. */
const counted = ({ journeys, communications, audiences }: ImportedCounts) => ({ journeys, communications, audiences });

export const importRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/journeys/translate',
    tag: 'journeys',
    summary: 'Translate a flow of another provider into a bundle',
    description: translateDescription,
    access: { permission: 'journeys.write' },
    limit: 'write',
    request: { body: translateExternalBody },
    responses: { 200: bundle },
    errors: ['SERVICE_UNAVAILABLE'],
    asText: true,
    handler: async ({ text, actor: { workspaceId }, services: { threads } }) =>
      ok(await threads.run('translateExternal', text, workspaceId)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/import',
    tag: 'journeys',
    summary: 'Import a bundle as drafts',
    description:
      'Imports everything or nothing. Importing the same bundle again changes nothing. Members can import journeys, ' +
      'marketing communications, audiences and trigger contracts. Transactional communications need an admin (403).',
    access: { permission: 'journeys.write' },
    limit: 'write',
    request: { body: importOwnBundleBody },
    responses: { 200: importedOwnBundle },
    errors: ['SERVICE_UNAVAILABLE'],
    asText: true,
    oneAtATime: true,
    handler: async ({ text, actor, services }) => {
      const given = await services.threads.run('readOwnBundle', { text, role: actor.role }, actor.workspaceId);
      const { counts, items } = await importBundle(services, actor, given);
      return ok({ ...counts, items });
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/internal/translate-external',
    tag: 'internal',
    summary: 'Translate a flow of another provider into a bundle',
    description: translateDescription,
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
    tag: 'internal',
    summary: 'Import a bundle into a workspace as drafts',
    description: 'Imports everything or nothing. Importing the same bundle again changes nothing.',
    access: 'internal',
    limit: 'none',
    request: { body: importBundleBody },
    responses: { 200: importedBundle },
    errors: ['NOT_FOUND'],
    asText: true,
    handler: async ({ text, services }) => {
      const { workspaceId, ...given } = await services.threads.run('readBundle', text, internal);
      const { counts } = await importBundle(services, importer(workspaceId), given);
      const { created, updated, unchanged } = counts;
      return ok({ created: counted(created), updated: counted(updated), unchanged: counted(unchanged) });
    },
  }),
];
