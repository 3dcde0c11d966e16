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
    summary: 'Show the unsubscribe confirmation page',
    description: 'Does not change the subscription, because mail scanners also open links.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({
      params: { token },
      headers: { accept },
      services: {
        database,
        settings: { linkSecret },
      },
    }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      return page(confirmationPage({ workspace: await findWorkspace(database, subject.workspaceId), token }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token',
    tag,
    summary: 'Unsubscribe from marketing email',
    description: 'Supports one-click unsubscribe (RFC 8058). Safe to repeat.',
    access: 'public',
    limit: 'none',
    request,
    responses,
    errors: ['NOT_FOUND'],
    handler: async ({
      params: { token },
      headers: { accept },
      services: {
        database,
        settings: { linkSecret },
      },
    }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      const person = await chooseByLink({ database }, subject, 'unsubscribe');
      const workspace = await findWorkspace(database, subject.workspaceId);
      return page(unsubscribedPage({ workspace, token }, person !== null && isUndoneByLink(person.consent)));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/u/:token/resubscribe',
    tag,
    summary: 'Undo an unsubscribe',
    description:
      'Restores consent to marketing email if the person unsubscribed with a link. After an opt-out through the API or ' +
      'a complaint, returns a 409 page with an explanation. Does not remove a suppression.',
    access: 'public',
    limit: 'none',
    request,
    responses: { ...responses, 409: pageResponse },
    errors: ['NOT_FOUND'],
    handler: async ({
      params: { token },
      headers: { accept },
      services: {
        database,
        settings: { linkSecret },
      },
    }) => {
      const subject = readUnsubscribeToken(linkSecret, token);
      if (subject === null) return unknownLink(accept);
      const person = await chooseByLink({ database }, subject, 'resubscribe');
      const reader = { workspace: await findWorkspace(database, subject.workspaceId), token };
      return person?.consent.marketing === true
        ? page(resubscribedPage(reader))
        : { status: 409 as const, ...optedOutElsewherePage(reader) };
    },
  }),
];
