import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  clickBeneath,
  dialog,
  h1,
  node,
  saved,
  settled,
  unexpected,
} from '../support/console';
import { publishJourney, uniqueName } from '../support/journeys';
import { addMember, type TestMember } from '../support/members';

/** When a session ends, unsaved input is kept for the same person and for no one else. */

const service = aroundConsoleTests(null);

const endSessions = (member: TestMember): Promise<number> =>
  service.world
    .database('sessions')
    .where({ user_id: member.id })
    .update({ revoked_at: service.world.database.fn.now() });

const signInDialog = (page: Page) => dialog(page, 'Sign in to continue');

async function signInAgain(page: Page, { email, password }: TestMember): Promise<void> {
  await signInDialog(page).getByLabel('Email').fill(email);
  await signInDialog(page).getByLabel('Password').fill(password);
  await signInDialog(page).getByRole('button', { name: 'Sign in' }).click();
}

const communications = async (): Promise<{ name: string; createdBy?: string }[]> =>
  (await service.world.api.get('/api/communications')).body.data;

const storageOf = (page: Page): Promise<string> =>
  page.evaluate<string>('JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)])');

/** Opens a template's form, fills it in part as a member, and ends the session. */
async function halfFilled(member: TestMember) {
  const name = uniqueName('Half');
  const opened = await service.openSignedIn('/communications/new', member);
  const { page } = opened;
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Subject', { exact: true }).fill('Still here');
  await endSessions(member);
  await clickBeneath(page, 'main [type="submit"]');
  await signInDialog(page).waitFor();
  return { ...opened, name };
}

test('the same person signs in over the unchanged form and saves it', async () => {
  const member = await addMember(service.world, 'member');
  const { page, context, problems, name } = await halfFilled(member);
  expect(await signInDialog(page).getByLabel('Email').inputValue()).toBe(member.email);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page)).toEqual([]);
  }
  await page.keyboard.press('Escape');
  await signInAgain(page, { ...member, password: 'not-the-password' });
  await signInDialog(page).getByRole('alert').getByText('The email or the password is wrong.').waitFor();
  expect(await storageOf(page)).not.toMatch(/Half|Still here|password/i);
  await signInAgain(page, member);
  await signInDialog(page).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
  expect(await page.getByLabel('Subject', { exact: true }).inputValue()).toBe('Still here');
  await button(page, 'Create').click();
  await page.getByRole('heading', h1(name)).waitFor();
  expect((await communications()).filter((one) => one.name === name)).toHaveLength(1);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a new session in another tab continues here, but only for the same person', async () => {
  const [member, other] = [await addMember(service.world, 'member'), await addMember(service.world, 'member')];
  const { page, context, problems, name } = await halfFilled(member);
  const signIn = async ({ email, password }: TestMember): Promise<void> => {
    const response = await context.request.post(`${service.world.apiUrl}/api/session`, { data: { email, password } });
    expect(response.ok()).toBe(true);
    const looked = page.waitForResponse(/\/api\/session$/);
    await page.evaluate(`window.dispatchEvent(new Event('focus'))`);
    await looked;
  };
  await signIn(other);
  expect(await signInDialog(page).isVisible()).toBe(true);
  await signIn(member);
  await signInDialog(page).waitFor({ state: 'detached' });
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe(name);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('for another person the page is left and none of its content is shown again', async () => {
  const [member, other] = [await addMember(service.world, 'member'), await addMember(service.world, 'member')];
  const { page, context, problems, name } = await halfFilled(member);
  await signInAgain(page, other);
  await page.getByRole('button', { name: other.email }).waitFor();
  await page.getByRole('heading', h1('Overview')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console');
  await page.goto(`${service.world.apiUrl}/console/communications/new`);
  await settled(page);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('');
  expect(await storageOf(page)).not.toContain(name);
  expect((await communications()).map((one) => one.name)).not.toContain(name);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a form in a dialog is also kept, and leaving it opens the sign-in page', async () => {
  const member = await addMember(service.world, 'member');
  const { page, context, problems } = await service.openSignedIn('/people', member);
  await button(page, 'New person').click();
  // Found by text, because its accessible name is hidden while another dialog covers it.
  const form = page.locator('[role=dialog]').filter({ hasText: 'New person' });
  const create = (): Promise<void> => form.locator('[type=submit]').dispatchEvent('click');
  const email = `${uniqueName('kept')}@example.com`;
  await form.getByLabel('Email').fill(email);
  await endSessions(member);
  await create();
  await signInAgain(page, member);
  await signInDialog(page).waitFor({ state: 'detached' });
  expect(await form.getByLabel('Email').inputValue()).toBe(email);
  await endSessions(member);
  await create();
  await signInDialog(page).getByRole('button', { name: 'Leave page' }).click();
  await page.getByRole('heading', h1('Sign in to Apex')).waitFor();
  expect((await service.world.api.get(`/api/end-users?email=${encodeURIComponent(email)}`)).body.data).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a journey draft is saved after signing in, but never as another person', async () => {
  const steps = [
    { id: 'wait', kind: 'wait', duration: 'P1D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const [member, other] = [await addMember(service.world, 'member'), await addMember(service.world, 'member')];
  const { id } = await publishJourney(service.world, steps);
  const waits = async (): Promise<string | undefined> =>
    (await service.world.api.get(`/api/journeys/${id}`)).body.steps.find((step: { id: string }) => step.id === 'wait')
      .duration;
  const { page, context } = await service.openSignedIn(`/journeys/${id}`, member);
  await node(page, 'wait').click();
  await endSessions(member);
  await page.getByLabel('For', { exact: true }).fill('3');
  await signInAgain(page, member);
  await saved(page);
  expect(await waits()).toBe('P3D');
  await endSessions(member);
  await page.getByLabel('For', { exact: true }).fill('5');
  await signInAgain(page, other);
  await page.getByRole('button', { name: other.email }).waitFor();
  await page.getByRole('heading', h1('Overview')).waitFor();
  expect(await waits()).toBe('P3D');
  await context.close();
});
