import { z } from 'zod';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { isUndoneByLink } from '../../domain/end-users/consent';
import { readUnsubscribeToken } from '../../domain/email/unsubscribe';
import { chooseByLink } from '../../operations/email/choose-by-link';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { pageResponse } from '../pages/page';
import { unknownLink } from '../pages/unknown-link';
import { confirmationPage, optedOutElsewherePage, resubscribedPage, unsubscribedPage } from './unsubscribe-pages';

const tag = 'email';
const request = {
  params: z.object({ token: z.string().max(300) }),
  headers: z.object({ accept: z.string().optional() }),
};
const responses = { 200: pageResponse, 404: pageResponse };

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
      return page(confirmationPage({ workspace: await findWorkspace(database, subject.workspaceId), token }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token',
    tag,
    summary: 'Unsubscribe: withdraw consent to marketing mail',
    description: 'One-click unsubscribe of RFC 8058. Safe to repeat.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, headers: { accept }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      const person = await chooseByLink(database, subject, 'unsubscribe');
      const workspace = await findWorkspace(database, subject.workspaceId);
      return page(unsubscribedPage({ workspace, token }, person !== null && isUndoneByLink(person.consent)));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token/resubscribe',
    tag,
    summary: 'Take an unsubscription back',
    description:
      'Consents to marketing mail again, when the person opted out by a link: 409, and a page that explains it, for an opt-out by the ' +
      'API or after a complaint. It lifts no suppression.',
    access: 'public',
    limit: 'none',
    request,
    responses: { ...responses, 409: pageResponse },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { token }, headers: { accept }, services: { database, linkSecret } }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      const person = await chooseByLink(database, subject, 'resubscribe');
      const reader = { workspace: await findWorkspace(database, subject.workspaceId), token };
      return person?.consent.marketing === true
        ? page(resubscribedPage(reader))
        : { status: 409 as const, ...optedOutElsewherePage(reader) };
    },
  }),
];
