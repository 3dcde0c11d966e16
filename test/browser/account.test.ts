import { generateSync } from 'otplib';
import type { Page } from 'playwright-core';
import { findFreePort } from '../../dev/free-port';
import { accessibilityProblems, aroundConsoleTests, button, dialog, h1, settled, unexpected } from '../support/console';
import { addMember } from '../support/members';
import { oidcClient, startOidcProvider, type TestProvider } from '../support/oidc-provider';

/** A person protects their account, signs in with a code or with the identity provider, and ends other sessions. */

let provider: TestProvider;

afterAll(() => provider.close());

const service = aroundConsoleTests(null, async () => {
  const port = await findFreePort(0);
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startOidcProvider(`${publicUrl}/api/session/oidc/callback`);
  return {
    PORT: String(port),
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: oidcClient.id,
    OIDC_CLIENT_SECRET: oidcClient.secret,
    OIDC_LABEL: 'Sign in with Acme',
  };
});

/** Steps from the current one. Each step's code works once. */
const codeOf = (secret: string, steps: number): string =>
  generateSync({ secret, epoch: Math.floor(Date.now() / 1_000) + 30 * steps });

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });

async function enableTotp(page: Page): Promise<{ secret: string; recoveryCode: string }> {
  await button(page, 'Turn on').click();
  const inDialog = dialog(page, 'Turn on two-step verification');
  await inDialog.getByRole('img', { name: 'QR image of the secret' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const secret = (await inDialog.locator('.code-block code').innerText()).replaceAll(' ', '');
  await codeField(page).fill('000000');
  await button(page, 'Turn on').click();
  await inDialog.getByRole('alert').first().waitFor();
  await codeField(page).fill(codeOf(secret, 0));
  await page.keyboard.press('Enter');
  await button(page, 'I have stored them').waitFor();
  const codes = (await inDialog.locator('.code-block code').innerText()).split('\n');
  expect(codes).toHaveLength(10);
  await button(page, 'I have stored them').click();
  await page.getByText('10 of 10 recovery codes left.').waitFor();
  return { secret, recoveryCode: codes[0]! };
}

test('a code is needed after it is turned on, also from the identity provider, and other sessions can be ended', async () => {
  const member = await addMember(service.world, 'member');
  const { page, context, problems } = await service.openSignedIn('/account', member);
  expect(await accessibilityProblems(page)).toEqual([]);
  const { secret, recoveryCode } = await enableTotp(page);

  const second = await service.open('/account');
  await second.page.getByLabel('Email').fill(member.email);
  await second.page.getByLabel('Password').fill(member.password);
  await button(second.page, 'Sign in').click();
  await codeField(second.page).fill('000000');
  await button(second.page, 'Sign in').click();
  await second.page.getByRole('alert').getByText('The code is wrong').waitFor();
  expect(await accessibilityProblems(second.page)).toEqual([]);
  await codeField(second.page).fill(codeOf(secret, 1));
  await button(second.page, 'Sign in').click();
  await second.page.getByRole('heading', h1('Account')).waitFor();

  provider.account = { email: member.email, email_verified: true };
  const third = await service.open('/account?from=provider');
  await third.page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await third.page.getByRole('heading', h1('Enter your code')).waitFor();
  await codeField(third.page).fill(recoveryCode);
  await button(third.page, 'Sign in').click();
  await third.page.getByText('9 of 10 recovery codes left.').waitFor();
  expect(third.page.url()).toMatch(/\/console\/account\?from=provider$/);

  await button(third.page, 'Sign out everywhere else').click();
  await button(third.page, 'Sign out').click();
  await third.page.getByText('3 sessions ended.').waitFor();
  // The first page notices that its session has ended.
  await page.reload();
  await page.getByRole('heading', h1('Sign in to Apex')).waitFor();
  expect(unexpected(problems)).toEqual([]);

  await button(third.page, 'Turn off').click();
  const inDialog = dialog(third.page, 'Turn off two-step verification');
  await inDialog.getByLabel('Password').fill('not the password');
  await inDialog.getByRole('button', { name: 'Turn off' }).click();
  await inDialog.getByText('The password is wrong.').waitFor();
  await inDialog.getByLabel('Password').fill(member.password);
  await inDialog.getByRole('button', { name: 'Turn off' }).click();
  await button(third.page, 'Turn on').waitFor();
  for (const one of [context, second.context, third.context]) await one.close();
});

test('the password is changed with the current one, and the session goes on', async () => {
  const member = await addMember(service.world, 'member');
  const { page, context, problems } = await service.openSignedIn('/account', member);
  await page.getByLabel('New password').fill('a different long password');
  await page.getByLabel('Current password').fill('not the password');
  await button(page, 'Change password').click();
  await page.getByText('The current password is wrong.').waitFor();
  await page.getByLabel('Current password').fill(member.password);
  await button(page, 'Change password').click();
  await page.getByText('Password changed. Your other sessions were ended.').waitFor();
  await page.reload();
  await settled(page);
  await page.getByRole('heading', h1('Account')).waitFor();
  const signedIn = await service.world.api.post('/api/session', {
    email: member.email,
    password: 'a different long password',
  });
  expect(signedIn.status).toBe(200);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
