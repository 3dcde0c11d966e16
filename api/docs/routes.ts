import { readFile } from 'node:fs/promises';
import path from 'node:path';
import absolutePath from 'swagger-ui-dist/absolute-path';
import { z } from 'zod';
import { notFound } from '../../domain/errors';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Apex API</title>
<link rel="stylesheet" href="/docs/swagger-ui.css">
<link rel="icon" type="image/png" href="/docs/favicon-32x32.png">
</head>
<body>
<div id="api"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/** Light or dark is the system's choice, as on the other pages. */
const startScript = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
window.ui = SwaggerUIBundle({
  url: '/api/openapi.json', dom_id: '#api', deepLinking: true, docExpansion: 'list', persistAuthorization: false, validatorUrl: null,
});
`;

const contentPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; font-src 'self'";

/** The files of the page that come with the swagger-ui-dist package: nothing is loaded from elsewhere. */
const assets: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

/** The OpenAPI document and its human page. */
export function documentationRoutes(document: () => object): Route[] {
  const open = { method: 'get', tag: 'docs', access: 'public', limit: 'none' } as const;
  let cached: object | undefined;
  return [
    defineRoute({
      ...open,
      path: '/api/openapi.json',
      summary: 'Read the OpenAPI document',
      responses: { 200: z.record(z.string(), z.unknown()) },
      handler: () => Promise.resolve(ok((cached ??= document()) as Record<string, unknown>)),
    }),
    ...['/docs', '/docs/'].map((address) =>
      defineRoute({
        ...open,
        path: address,
        summary: 'Browse and try the API',
        responses: { 200: { contentType: 'text/html; charset=utf-8', description: 'A page.' } },
        handler: () => Promise.resolve(ok(page, { 'Content-Security-Policy': contentPolicy })),
      }),
    ),
    defineRoute({
      ...open,
      path: '/docs/:file',
      summary: 'Load a file of the documentation page',
      request: { params: z.object({ file: z.string() }) },
      responses: { 200: { contentType: 'application/octet-stream', description: 'A file.' } },
      handler: async ({ params: { file } }) => {
        if (file === 'start.js') return ok(startScript, { 'Content-Type': 'text/javascript' });
        const type = assets[file];
        if (type === undefined) throw notFound('File', file);
        const body = (await readFile(path.join(absolutePath(), file))) as unknown as string;
        return ok(body, { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' });
      },
    }),
  ];
}
