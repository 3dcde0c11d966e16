import { z } from 'zod';
import { findWorkspaceByPublicKey } from '../../db/workspaces/workspaces';
import { AppError, unauthorized } from '../../domain/errors';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { checkKeys, requestKey, keyNames } from '../workspaces/key-query';
import type { ServedSnippet, SnippetBuild } from './snippet';

const script = {
  contentType: 'text/javascript; charset=utf-8',
  description: 'The script, compressed if the request accepts it.',
};

const open = { method: 'get', tag: 'snippet', access: 'public', limit: 'none', crossOrigin: true } as const;

/**
 * Browsers revalidate after this many seconds; most responses are 304. The small build expires as soon as the list of
 * active experiments, so that pages receive a started experiment equally fast with both builds.
 */
const keyedMaxAge: Record<SnippetBuild, number> = { small: 60, large: 300 };

const response = (form: ServedSnippet, cacheControl: string) => ({
  ...ok(form.text, { ETag: `"${form.hash}"`, 'Cache-Control': cacheControl }),
  compressed: form,
});

/** The browser snippet: `snippet/`, bundled. */
export const apexJsRoutes: Route[] = [
  defineRoute({
    ...open,
    path: '/api/apex-js',
    summary: 'Load the browser snippet of a workspace',
    description:
      'The script includes the code for experiments only while some are active. It changes within 5 seconds after an ' +
      'experiment starts. Returns 304 if `If-None-Match` has the current ETag. docs/SNIPPET.md describes the collected ' +
      'data.',
    request: {
      query: z
        .object({
          ...keyNames,
          experiments: z
            .literal('on')
            .optional()
            .meta({ description: 'Include the code for experiments even if none is active.' }),
        })
        .superRefine(checkKeys),
    },
    responses: { 200: script },
    errors: ['UNAUTHORIZED'],
    handler: async ({
      query,
      services: {
        database,
        http: { snippet, activeLists },
      },
    }) => {
      const workspace = await findWorkspaceByPublicKey(database, requestKey(query));
      if (workspace === null)
        throw unauthorized('No workspace has this key. Use the public key of the workspace (svc_pk_).');
      const { id, publicKey, respectDoNotTrack } = workspace;
      const hasActive = query.experiments === 'on' || (await activeLists.of(id)).experiments.length > 0;
      const build = hasActive ? 'large' : 'small';
      const form = await snippet.keyed(build, { key: publicKey, respectDoNotTrack });
      return response(form, `public, max-age=${keyedMaxAge[build]}`);
    },
  }),
  defineRoute({
    ...open,
    path: '/api/apex-js/:version.js',
    summary: 'Load a fixed version of the browser snippet',
    description:
      'The same for all workspaces: set the public key in the `data-key` attribute of the script tag. The content ' +
      'never changes, so you can add an `integrity` attribute.',
    request: { params: z.object({ version: z.string().max(100) }) },
    responses: { 200: script },
    errors: ['NOT_FOUND'],
    handler: ({
      params: { version },
      services: {
        http: { snippet },
      },
    }) => {
      const { keyless, integrity } = snippet;
      if (version !== keyless.hash) {
        throw new AppError(
          'NOT_FOUND',
          `Version "${version}" of the snippet does not exist. The current version is ${keyless.hash} with integrity ` +
            `${integrity}.`,
        );
      }
      return Promise.resolve(response(keyless, 'public, max-age=31536000, immutable'));
    },
  }),
];
