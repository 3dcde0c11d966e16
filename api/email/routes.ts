import { z } from 'zod';
import type { Database } from '../../db/connection';
import { restoreMarketingConsent, withdrawMarketingConsent } from '../../db/end-users';
import { recordChoice } from '../../db/send-events';
import { readUnsubscribeToken, type UnsubscribeSubject } from '../../domain/email/unsubscribe';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { pageAnswer, pageHeaders, readerPage, unknownLink } from './reader-page';

const tag = 'email';
const request = {
  params: z.object({ token: z.string().max(300) }),
  headers: z.object({ accept: z.string().optional() }),
};
const responses = { 200: pageAnswer, 404: pageAnswer };

const stays = '<p>Messages about what you do yourself, such as receipts and password resets, still come.</p>';

/** What links in messages lead to. */
export const emailRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/u/:token',
    tag,
    summary: 'Ask a reader whether to unsubscribe',
    description: 'Changes nothing, as mail scanners follow links, too.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, headers: { accept }, services: { linkSecret } }) => {
      if (readUnsubscribeToken(linkSecret, token) === null) return Promise.resolve(unknownLink(accept));
      const form = `<p>You will get no more marketing mail from this sender.</p>${stays}<form method="post"><button>Unsubscribe</button></form>`;
      return Promise.resolve(ok(readerPage('Unsubscribe?', form), pageHeaders));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token',
    tag,
    summary: 'Unsubscribe: withdraw consent to marketing mail',
    description: 'One click, as RFC 8058 has it. Repeating it is harmless.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, headers: { accept }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      await choose(database, subject, 'unsubscribe');
      const form = `<p>You will get no more marketing mail from this sender.</p>${stays}
<form method="post" action="/u/${token}/resubscribe"><p>By mistake?</p><button>Resubscribe</button></form>`;
      return ok(readerPage('Unsubscribed', form), pageHeaders);
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token/resubscribe',
    tag,
    summary: 'Take an unsubscription back',
    description:
      'Consents to marketing mail again. It lifts no suppression: after a complaint the address gets no mail.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, headers: { accept }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      await choose(database, subject, 'resubscribe');
      return ok(
        readerPage('Subscribed again', '<p>You get marketing mail from this sender as before.</p>'),
        pageHeaders,
      );
    },
  }),
];

/** What the reader wants from now on, and that they said so by this message. Only a change is recorded. */
async function choose(
  database: Database,
  { workspaceId, endUserId, sendId }: UnsubscribeSubject,
  choice: 'unsubscribe' | 'resubscribe',
): Promise<void> {
  await database.transaction(async (transaction) => {
    const write = choice === 'unsubscribe' ? withdrawMarketingConsent : restoreMarketingConsent;
    const isChanged = await write(transaction, workspaceId, endUserId);
    if (isChanged && sendId !== undefined) await recordChoice(transaction, { workspaceId, sendId }, choice);
  });
}
