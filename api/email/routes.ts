import { z } from 'zod';
import { withdrawMarketingConsent } from '../../db/end-users';
import { readUnsubscribeToken } from '../../domain/email/unsubscribe';
import { AppError } from '../../domain/errors';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';

const params = z.object({ token: z.string().max(300) });
const pageAnswer = { contentType: 'text/html; charset=utf-8', description: 'A page for the reader of the message.' };

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font-family:system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;line-height:1.5}
button{font:inherit;padding:.6rem 1.2rem;border:0;border-radius:.4rem;background:#1d4ed8;color:#fff;cursor:pointer}</style></head>
<body><h1>${title}</h1>${body}</body></html>`;

const headers = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'",
  'X-Robots-Tag': 'noindex',
};

/** What links in messages lead to. */
export const emailRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/u/:token',
    tag: 'email',
    summary: 'Ask a reader whether to unsubscribe',
    description: 'Changes nothing, as mail scanners follow links, too.',
    access: 'public',
    limit: 'none',
    request: { params },
    responses: { 200: pageAnswer },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, services: { linkSecret } }) => {
      if (readUnsubscribeToken(linkSecret, token) === null) throw unknownLink();
      const form =
        '<p>You will get no more marketing mail from this sender.</p><form method="post"><button>Unsubscribe</button></form>';
      return Promise.resolve(ok(page('Unsubscribe?', form), headers));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token',
    tag: 'email',
    summary: 'Unsubscribe: withdraw consent to marketing mail',
    description: 'One click, as RFC 8058 has it. Repeating it is harmless.',
    access: 'public',
    limit: 'none',
    request: { params },
    responses: { 200: pageAnswer },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) throw unknownLink();
      await withdrawMarketingConsent(database, subject.workspaceId, subject.endUserId);
      return ok(page('Unsubscribed', '<p>You will get no more marketing mail from this sender.</p>'), headers);
    },
  }),
];

const unknownLink = (): AppError =>
  new AppError('NOT_FOUND', 'This link is not complete. Open it from the message again.');
