import { z } from 'zod';
import {
  passwordResetBody,
  passwordResetDone,
  passwordResetRequestBody,
  passwordResetRequested,
} from '../../domain/accounts/schemas';
import { isOpenReset, requestPasswordReset, resetPassword } from '../../operations/accounts/passwords';
import { renderLinkPage } from '../console/console-page';
import { pageResponse } from '../pages/page';
import { accepted, ok } from '../responses';
import { defineRoute, type Route } from '../route';

const tag = 'session';
const path = '/api/password-reset';
const params = z.object({ token: z.string().max(300) });

export const passwordResetRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path,
    tag,
    summary: 'Request a password reset link',
    description:
      'Sends an email with a link that works once and expires after one hour. The response and its timing are the same ' +
      'whether or not the account exists. Limits: 5 emails per hour and account, and 30 requests per 15 minutes and ' +
      'network. Beyond the limits, no email is sent.',
    access: 'public',
    limit: 'none',
    request: { body: passwordResetRequestBody },
    responses: { 202: passwordResetRequested },
    handler: ({ body: { email }, services, address }) => {
      services.http.background.run('password reset', () => requestPasswordReset(services, { email, address }));
      return Promise.resolve(accepted({ status: 'accepted' as const }));
    },
  }),
  defineRoute({
    method: 'post',
    path: `${path}/:token`,
    tag,
    summary: 'Set a new password with a reset link',
    description:
      'Invalidates the link and ends every session of the account. Sign in with the new password afterwards. A link ' +
      'allows 5 attempts in 15 minutes.',
    access: 'public',
    limit: 'none',
    request: { params, body: passwordResetBody },
    responses: { 200: passwordResetDone },
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    handler: async ({ params: { token }, body: { password }, services, address }) => {
      await resetPassword(services, { token, password, address });
      return ok({ status: 'changed' as const });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/password-reset',
    tag,
    summary: 'Show the page to request a password reset link',
    access: 'public',
    limit: 'none',
    responses: { 200: pageResponse },
    handler: async ({ services }) => ({ status: 200 as const, ...(await renderLinkPage(services.http.consoleFiles)) }),
  }),
  defineRoute({
    method: 'get',
    path: '/password-reset/:token',
    tag,
    summary: 'Show the page to set a new password',
    description: 'If the link was used or has expired, the page says so.',
    access: 'public',
    limit: 'none',
    request: { params },
    responses: { 200: pageResponse, 404: pageResponse },
    handler: async ({ params: { token }, services }) => {
      const state = (await isOpenReset(services, token)) ? 'open' : 'gone';
      const page = await renderLinkPage(services.http.consoleFiles, { state });
      return { status: state === 'open' ? (200 as const) : (404 as const), ...page };
    },
  }),
];
