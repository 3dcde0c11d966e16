import { z } from 'zod';
import { AppError, unauthorized } from '../../domain/errors';
import { providerCodeBody, sessionRecord, signInMethods } from '../../domain/sessions/schemas';
import { finishProviderSignIn, signInByProvider } from '../../operations/accounts/sign-in-by-provider';
import { statusOf } from '../middleware/statuses';
import { html } from '../pages/html';
import { pageResponse, renderPage } from '../pages/page';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { attemptCookie, clearedAttemptCookie, readAttempt } from './oidc/attempt-cookie';
import type { IdentityProvider } from './oidc/identity-provider';
import { presentSession } from './present';
import { withCookie } from './session-routes';

const tag = 'session';
const path = '/api/session/oidc';
const headers = z.object({ cookie: z.string().optional() });
const redirect = { contentType: 'text/plain', description: 'Redirect.' };
const pages = { 400: pageResponse, 403: pageResponse, 503: pageResponse };

const parameter = z.string().max(4_000).optional();
/** What providers add to the callback. Others are left out. */
const callbackQuery = z.object({
  code: parameter,
  state: parameter,
  iss: parameter,
  error: parameter,
  error_description: parameter,
  response: parameter,
});

export const oidcRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/session/methods',
    tag,
    summary: 'List the ways to sign in',
    access: 'public',
    limit: 'none',
    responses: { 200: signInMethods },
    handler: ({ services: { http } }) => {
      const provider = http.identityProvider;
      return Promise.resolve(
        ok({ password: true as const, oidc: provider === null ? null : { label: provider.label } }),
      );
    },
  }),
  defineRoute({
    method: 'get',
    path,
    tag,
    summary: 'Sign in with the identity provider',
    description:
      'Redirects to the provider of the installation (OpenID Connect: authorization code flow with PKCE). The state is in an ' +
      'encrypted cookie that expires after 10 minutes.',
    access: 'public',
    limit: 'none',
    request: {
      query: z.object({
        returnTo: z.string().max(2_000).optional().meta({ description: 'The page of the console to show afterwards.' }),
      }),
    },
    responses: { 302: redirect, ...pages },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
    handler: async ({ query: { returnTo }, services, address }) => {
      const provider = providerOf(services);
      await services.signIns.countProviderUse(address);
      const { publicUrl, sessionSecret: secret } = services.settings;
      return orPage(services, async () => {
        const { url, attempt } = await provider.start(consolePage(returnTo, publicUrl));
        return redirectTo(url, [await attemptCookie('attempt', attempt, { secret, publicUrl })]);
      });
    },
  }),
  defineRoute({
    method: 'get',
    path: `${path}/callback`,
    tag,
    summary: 'Return from the identity provider',
    description:
      'Signs in the member with the verified email address, and redirects to the console. With two-step verification, the ' +
      'console asks for a code first. If the sign-in fails, a page explains why.',
    access: 'public',
    limit: 'none',
    request: { query: callbackQuery, headers },
    responses: { 302: redirect, ...pages },
    errors: ['NOT_FOUND', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
    handler: async ({ query, headers: { cookie }, services, address, userAgent }) => {
      const provider = providerOf(services);
      await services.signIns.countProviderUse(address);
      return orPage(services, () => finishAtCallback(services, provider, { query, cookie, userAgent }));
    },
  }),
  defineRoute({
    method: 'post',
    path,
    tag,
    summary: 'Enter the code after a sign-in with the identity provider',
    description: 'For people with two-step verification, within 5 minutes after the provider signed them in.',
    access: 'public',
    sameOrigin: true,
    limit: 'none',
    request: { body: providerCodeBody, headers },
    responses: { 200: sessionRecord },
    errors: ['UNAUTHORIZED', 'FORBIDDEN', 'RATE_LIMITED', 'SERVICE_UNAVAILABLE'],
    handler: async ({ body: { totp }, headers: { cookie }, services, address, userAgent }) => {
      const awaited = await readAttempt('second-step', cookie, services.settings.sessionSecret);
      if (awaited === null) throw unauthorized('This sign-in has expired. Start again from the sign-in page.');
      const session = await finishProviderSignIn(services, awaited, { totp, address, userAgent });
      const cleared = clearedAttemptCookie(services.settings.publicUrl);
      const { 'Set-Cookie': opened = '' } = await withCookie(session, services);
      return { ...ok(presentSession(session)), cookies: [opened, cleared] };
    },
  }),
];

interface Callback {
  query: z.infer<typeof callbackQuery>;
  cookie: string | undefined;
  userAgent: string;
}

async function finishAtCallback(
  services: Services,
  provider: IdentityProvider,
  { query, cookie, userAgent }: Callback,
) {
  const { publicUrl, sessionSecret: secret } = services.settings;
  const attempt = await readAttempt('attempt', cookie, secret);
  if (attempt === null) {
    throw new AppError(
      'VALIDATION_ERROR',
      'This sign-in was not started in this browser, was already used, or has expired. Start again from the sign-in page.',
    );
  }
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const person = await provider.finish(`?${new URLSearchParams(given).toString()}`, attempt);
  const signIn = await signInByProvider(services, person, { workspaceId: provider.workspaceId, userAgent });
  if (signIn.kind === 'second-step') {
    return redirectTo(`${attempt.returnTo}#second-step`, [
      await attemptCookie('second-step', signIn.awaited, { secret, publicUrl }),
    ]);
  }
  const { 'Set-Cookie': opened = '' } = await withCookie(signIn.session, services);
  return redirectTo(attempt.returnTo, [opened, clearedAttemptCookie(publicUrl)]);
}

const redirectTo = (url: string, cookies: readonly string[]) => ({
  status: 302 as const,
  body: '',
  headers: { Location: url, 'Cache-Control': 'no-store' },
  cookies,
});

/** @throws AppError NOT_FOUND without a provider */
function providerOf({ http: { identityProvider } }: Services): IdentityProvider {
  if (identityProvider === null) {
    throw new AppError('NOT_FOUND', 'This installation has no identity provider. Sign in with your password.');
  }
  return identityProvider;
}

type FailureStatus = keyof typeof pages;
const isFailure = (status: number): status is FailureStatus => Object.hasOwn(pages, status);

/** Shows a refusal as a page, because a browser follows these addresses. The attempt ends. */
async function orPage<Result>(services: Services, run: () => Promise<Result>) {
  try {
    return await run();
  } catch (error) {
    const status = error instanceof AppError ? statusOf(error.code) : 500;
    if (!(error instanceof AppError) || !isFailure(status)) throw error;
    const body = html`<p>${error.message}</p>
      <p><a href="/console">Back to sign-in</a></p>`;
    const page = renderPage({ title: 'You are not signed in', body });
    return { status, ...page, cookies: [clearedAttemptCookie(services.settings.publicUrl)] };
  }
}

/** Returns a page of the console; its first page for any other address. */
function consolePage(returnTo: string | undefined, publicUrl: string): string {
  const given = returnTo ?? '';
  if (!/^\/console(?![\w.-])/.test(given)) return '/console';
  const { origin, pathname, search } = new URL(given, publicUrl);
  const isOurs = origin === new URL(publicUrl).origin && /^\/console(\/|$)/.test(pathname);
  return isOurs ? pathname + search : '/console';
}
