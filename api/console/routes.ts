import { z } from 'zod';
import { AppError } from '../../domain/errors';
import { findSharedExperiment } from '../../db/experiments/share-links';
import { previewContentBody } from '../../domain/communications/schemas';
import { hashShareToken } from '../../domain/experiments/share-token';
import { checkStorable, parseJson } from '../../domain/json/parse-json';
import { validate } from '../../domain/validate';
import { previewCommunication, previewUnsaved } from '../../operations/communications/preview-communication';
import { readExecutionMessage } from '../../operations/email/render-again';
import { previewDigest } from '../../operations/digests/preview-digest';
import { html } from '../pages/html';
import { pageResponse, renderPage } from '../pages/page';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { sessionCookie } from '../middleware/session-cookie';
import { type ConsoleFile, type ConsoleFiles } from './console-files';
import { renderConsole } from './console-page';

const open = { method: 'get', tag: 'console', access: 'public', limit: 'none' } as const;

/** Of a message as its reader sees it: it runs nothing, sends nothing and loads nothing. */
const previewPolicy =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'";

const missingPage = renderPage({
  title: 'The console is not built',
  body: html`<p>This service has no console because no build of it was found.</p>
    <p>
      <code>npm start</code> builds the console. In an installation, run <code>npm run build</code>. For development,
      run <code>npm run console</code>. The API works without the console: see <a href="/docs">its documentation</a>.
    </p>`,
});

const asset = { contentType: 'application/octet-stream', description: 'A file.' };

/** The console: the same page at each of its addresses, and its files. Not part of the documented API, which it is a caller of. */
export function consoleRoutes(files: ConsoleFiles): Route[] {
  const page = async ({ headers: { cookie = '' } }: { headers: { cookie?: string | undefined } }) => {
    const shown = await renderConsole(files, { session: cookie.includes(`${sessionCookie}=`) ? 'given' : 'none' });
    if (shown === null) return { status: 503 as const, ...missingPage };
    return ok(shown.body, {
      ...shown.headers,
      'Cache-Control': 'no-cache',
      // Writes with a session need the origin, which forms without a referrer do not send.
      'Referrer-Policy': 'same-origin',
    });
  };
  const shell = {
    ...open,
    summary: 'Open the console',
    request: { headers: z.object({ cookie: z.string().optional() }) },
    responses: { 200: pageResponse, 503: pageResponse },
    handler: page,
  };
  return [
    rootRoute,
    previewRoute,
    unsavedPreviewRoute,
    messageRoute,
    digestRoute,
    defineRoute({
      ...open,
      path: '/console/assets/:file',
      summary: 'Load a file of the console',
      request: { params: z.object({ file: z.string().max(200) }) },
      responses: { 200: asset },
      handler: async ({ params: { file } }) => send(await files.asset(file), file),
    }),
    defineRoute({
      ...open,
      path: '/console/shared/:token',
      summary: 'Open the results behind a share link',
      request: { params: z.object({ token: z.string().max(100) }), headers: shell.request.headers },
      responses: { 200: pageResponse, 404: pageResponse, 503: pageResponse },
      errors: ['RATE_LIMITED'],
      handler: async ({ params: { token }, headers, services: { database }, address, countAgainst }) => {
        await countAgainst('read', `share:${address}`);
        const shown = await page({ headers });
        const isOpen = (await findSharedExperiment(database, hashShareToken(token))) !== null;
        // The page reads the results, and shows that they are not available.
        return shown.status === 200 && !isOpen ? { ...shown, status: 404 as const } : shown;
      },
    }),
    ...['/console', '/console/'].map((address) => defineRoute({ ...shell, path: address })),
    defineRoute({ ...shell, path: '/console/*path' }),
  ];
}

function send(found: ConsoleFile | null, name: string) {
  if (found === null) throw new AppError('NOT_FOUND', `The console has no file "${name}". Reload the page.`);
  const headers = {
    ETag: `"${found.hash}"`,
    'Content-Type': found.contentType,
    'Cache-Control': 'public, max-age=31536000, immutable',
  };
  return { ...ok(found.text, headers), compressed: found };
}

/** Redirects browsers to the console; other clients get 404. */
const rootRoute = defineRoute({
  ...open,
  path: '/',
  summary: 'Redirect to the console',
  request: { headers: z.object({ accept: z.string().optional() }) },
  responses: { 302: { contentType: 'text/plain', description: 'Redirect to the console.' } },
  handler: ({ headers: { accept = '' } }) => {
    if (accept !== '' && !/text\/html|text\/\*|\*\/\*/.test(accept)) {
      throw new AppError(
        'NOT_FOUND',
        'GET / serves browsers only. GET /docs lists all routes, and the console is at /console.',
      );
    }
    return Promise.resolve({
      status: 302 as const,
      body: '',
      headers: { Location: '/console', Vary: 'Accept', 'Content-Type': 'text/plain' },
    });
  },
});

/** A message in a document of its own, since a frame that is written by its page has the policy of that page. */
const previewRoute = defineRoute({
  method: 'get',
  tag: 'console',
  path: '/console/previews/communications/:id',
  summary: 'Show a communication as its recipient sees it',
  access: { permission: 'communications.read' },
  limit: 'read',
  request: { params: z.object({ id: z.string().max(200) }) },
  responses: { 200: pageResponse },
  handler: async ({ params: { id }, actor: { workspaceId }, services }) => {
    const { html: message } = await previewCommunication(services, { workspaceId, id }, {});
    return previewPage(message);
  },
});

const messageRoute = defineRoute({
  method: 'get',
  tag: 'console',
  path: '/console/previews/journeys/:id/executions/:executionId/:stepId',
  summary: 'Show the message of a send step as its recipient sees it',
  access: { permission: 'journeys.read' },
  limit: 'read',
  request: { params: z.object({ id: z.string(), executionId: z.string(), stepId: z.string() }) },
  responses: { 200: pageResponse },
  handler: async ({ params: { id: journeyId, ...step }, actor: { workspaceId }, services }) => {
    const { html: message } = await readExecutionMessage(services, { workspaceId, journeyId, ...step });
    return previewPage(message);
  },
});

const digestRoute = defineRoute({
  method: 'get',
  tag: 'console',
  path: '/console/previews/digest',
  summary: 'Show the weekly digest that would be sent now',
  access: { permission: 'workspace.read' },
  limit: 'read',
  responses: { 200: pageResponse },
  handler: async ({ actor, services }) => {
    const { html: message } = await previewDigest(services, actor);
    return previewPage(message);
  },
});

/** The same of content that is not saved: the form of the console's editor, sent into a frame as text/plain. */
const unsavedPreviewRoute = defineRoute({
  method: 'post',
  tag: 'console',
  path: '/console/previews/communications',
  summary: 'Show unsaved content as its recipient sees it',
  access: { permission: 'communications.read' },
  limit: 'read',
  request: { body: previewContentBody },
  responses: { 200: pageResponse },
  acceptsText: true,
  asText: true,
  handler: async ({ text, actor: { workspaceId }, services }) => {
    const content = parseJson(text.replace(/^message=/, '').trim());
    checkStorable(content, 'body');
    const given = validate(previewContentBody, content, 'body');
    const { html: message } = await previewUnsaved(services, workspaceId, given);
    return previewPage(message);
  },
});

const previewPage = (message: string) =>
  ok(message, { 'Content-Security-Policy': previewPolicy, 'X-Frame-Options': 'SAMEORIGIN' });
