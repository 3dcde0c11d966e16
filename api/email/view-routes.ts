import { z } from 'zod';
import { readViewToken } from '../../domain/email/view-token';
import { renderViewedSend } from '../../operations/email/render-again';
import { html } from '../pages/html';
import { pageResponse, renderPage } from '../pages/page';
import { unknownLink } from '../pages/unknown-link';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

/** Blocks the message's scripts, and gives its page a separate origin. */
const messagePolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline' https:; " +
  "font-src https:; img-src https: http: data:; media-src https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const messageHeaders = {
  'Content-Security-Policy': messagePolicy,
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store, private',
  'Referrer-Policy': 'no-referrer',
};

const goneMessage = html`<p>
  Messages can be opened for a limited time, and only while the sender keeps the data of the recipient.
</p>`;

const gone = () => ({
  status: 410 as const,
  ...renderPage({ title: 'This message is no longer available', body: goneMessage }),
});

/** The pages behind `{{ view_url }}` of a message. */
export const viewRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/v/:token',
    tag: 'email',
    summary: 'Show a marketing message as a page',
    description:
      'Renders the message again from the published version and the current attributes of the person. Its ' +
      'unsubscribe links do not work, because readers may forward the page. Returns a 410 page after the retention ' +
      'period of the workspace, or after the person is erased.',
    access: 'public',
    limit: 'none',
    request: {
      params: z.object({ token: z.string().max(300) }),
      headers: z.object({ accept: z.string().optional() }),
    },
    responses: { 200: pageResponse, 404: pageResponse, 410: pageResponse },
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { token }, headers: { accept }, services }) => {
      const send = readViewToken(services.settings.linkSecret, token);
      if (send === null) return unknownLink(accept);
      const message = await renderViewedSend(services, send);
      return message === null ? gone() : ok(message, messageHeaders);
    },
  }),
];
