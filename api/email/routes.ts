import { z } from 'zod';
import type { Database } from '../../db/connection';
import { restoreMarketingConsent, withdrawMarketingConsent } from '../../db/end-users';
import { recordChoice } from '../../db/send-events';
import { findWorkspace } from '../../db/workspaces';
import { readUnsubscribeToken, type UnsubscribeSubject } from '../../domain/email/unsubscribe';
import { ok } from '../answers';
import { defineRoute, type Route } from '../route';
import { pageAnswer } from '../pages/page';
import { unknownLink } from '../pages/unknown-link';
import { askPage, resubscribedPage, unsubscribedPage } from './unsubscribe-pages';

const tag = 'email';
const request = {
  params: z.object({ token: z.string().max(300) }),
  headers: z.object({ accept: z.string().optional() }),
};
const responses = { 200: pageAnswer, 404: pageAnswer };

const page = ({ body, headers }: { body: string; headers: Record<string, string> }) => ok(body, headers);

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
    handler: async ({ params: { token }, headers: { accept }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      return page(askPage({ workspace: await findWorkspace(database, subject.workspaceId), token }));
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
      return page(unsubscribedPage({ workspace: await findWorkspace(database, subject.workspaceId), token }));
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
      return page(resubscribedPage({ workspace: await findWorkspace(database, subject.workspaceId), token }));
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
