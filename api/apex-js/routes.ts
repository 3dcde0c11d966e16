import { z } from 'zod';
import { findWorkspaceByPublicKey } from '../../db/workspaces/workspaces';
import { AppError, unauthorized } from '../../domain/errors';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import type { ServedSnippet } from './snippet';

const script = {
  contentType: 'text/javascript; charset=utf-8',
  description: 'A script for pages, compressed if the request accepts it.',
};

const open = { method: 'get', tag: 'snippet', access: 'public', limit: 'none', crossOrigin: true } as const;

/** Browsers revalidate after this many seconds; most responses are 304. */
const keyedMaxAge = 300;

const response = (form: ServedSnippet, cacheControl: string) => ({
  ...ok(form.text, { ETag: `"${form.hash}"`, 'Cache-Control': cacheControl }),
  compressed: form,
});

/** The browser snippet: `snippet/`, bundled. */
export const apexJsRoutes: Route[] = [
  defineRoute({
    ...open,
    path: '/api/apex-js',
    summary: 'The browser snippet of a workspace',
    description: 'Answers 304 to an If-None-Match with its ETag. docs/SNIPPET.md describes what it collects.',
    request: {
      query: z.object({ key: z.string().min(1).max(200).meta({ description: 'The public key of the workspace.' }) }),
    },
    responses: { 200: script },
    errors: ['UNAUTHORIZED'],
    handler: async ({ query: { key }, services: { database, snippet } }) => {
      const workspace = await findWorkspaceByPublicKey(database, key);
      if (workspace === null) throw unauthorized('No workspace has this key.');
      const { publicKey, respectDoNotTrack } = workspace;
      return response(await snippet.keyed({ key: publicKey, respectDoNotTrack }), `public, max-age=${keyedMaxAge}`);
    },
  }),
  defineRoute({
    ...open,
    path: '/api/apex-js/:version.js',
    summary: 'The browser snippet of one version, the same for every workspace',
    description:
      'The page’s tag names the workspace (data-key). Never changes, so it may carry an integrity attribute.',
    request: { params: z.object({ version: z.string().max(100) }) },
    responses: { 200: script },
    errors: ['NOT_FOUND'],
    handler: ({ params: { version }, services: { snippet } }) => {
      const { keyless, integrity } = snippet;
      if (version !== keyless.hash) {
        throw new AppError(
          'NOT_FOUND',
          `There is no version "${version}" of the snippet. The current one is ${keyless.hash}, integrity ${integrity}.`,
        );
      }
      return Promise.resolve(response(keyless, 'public, max-age=31536000, immutable'));
    },
  }),
];
