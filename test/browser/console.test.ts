import { insertMember } from '../../db/accounts/accounts';
import { aroundConsoleTests, clickBeneath, goByKeys, h1, hrefsOf, settled, signInTo } from '../support/console';
import { publishJourney, uniqueName } from '../support/journeys';
import { addMember } from '../support/members';
import { addWorkspace } from '../support/workspaces';
import { waitFor } from '../support/wait-for';

const service = aroundConsoleTests();

test('a wrong password shows an alert; the right one returns to the requested page', async () => {
  const { page, context, problems } = await service.open('/targets?status=behind');
  await signInTo(page, { ...service.world.demo.owner, password: 'not the password' });
  expect(await page.getByRole('alert').innerText()).toBe('The email or the password is wrong.');
  // The browser itself logs the 401 response as an error.
  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
  await signInTo(page, service.world.demo.owner);
  await page.getByRole('heading', h1('Targets')).waitFor();
  expect(new URL(page.url()).search).toBe('?status=behind');
  expect(await page.getByLabel('Status').inputValue()).toBe('behind');
  await context.close();
});

test('an expired session keeps the URL, and signing in continues there', async () => {
  const member = await addMember(service.world, 'member');
  const { page, context } = await service.open('/beliefs');
  await signInTo(page, member);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  await service.world
    .database('sessions')
    .where({ user_id: member.id })
    .update({ revoked_at: service.world.database.fn.now() });
  await clickBeneath(page, 'a[href="/console/journeys"]');
  await page.getByRole('dialog').getByText('Your session has expired.').waitFor();
  await signInTo(page, member);
  await page.getByRole('heading', h1('Journeys')).waitFor();
  expect(new URL(page.url()).pathname).toBe('/console/journeys');
  await context.close();
});

test('signing out opens the sign-in page and removes the page content', async () => {
  const { page, context, problems } = await service.open('/journeys');
  await signInTo(page, service.world.demo.owner);
  await settled(page);
  await page.getByRole('button', { name: service.world.demo.owner.email }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', h1('Sign in to Apex')).waitFor();
  await page.reload();
  await page.getByRole('heading', h1('Sign in to Apex')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('Ctrl+K opens a dialog with every page, and ? opens a dialog with the keyboard shortcuts', async () => {
  const { page, context, problems } = await service.open();
  await signInTo(page, service.world.demo.owner);
  await settled(page);
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.type('audit');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('Audit log')).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await goByKeys(page, 'j', 'Journeys');
  expect(problems).toEqual([]);
  await context.close();
});

test('Ctrl+K also runs actions: it opens the form for a new item', async () => {
  const { page, context, problems } = await service.open();
  await signInTo(page, await addMember(service.world, 'member'));
  await settled(page);
  for (const [letters, dialog] of [
    ['new jour', 'New journey'],
    ['new pers', 'New person'],
    ['new trig', 'New trigger'],
  ] as const) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog', { name: 'Pages, actions and people' }).waitFor();
    await page.keyboard.type(letters);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: dialog }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('');
  }
  await page.keyboard.press('Control+k');
  await page.keyboard.type('new exp');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('New experiment')).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a member sees no control and no page that would return 403', async () => {
  const { id } = await publishJourney(service.world, [{ id: 'end', kind: 'exit' }]);
  const member = await addMember(service.world, 'member');
  const { page, context, problems } = await service.open(`/journeys/${id}`);
  await signInTo(page, member);
  await settled(page);
  for (const name of ['Publish', 'Pause', 'Archive']) {
    expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
  }
  for (const name of ['Members', 'Keys', 'Secrets', 'Audit log', 'Connections', 'Transactional email']) {
    expect(await page.locator('aside').getByRole('link', { name, exact: true }).count()).toBe(0);
  }
  const offered = await hrefsOf(page, 'aside nav a');
  expect(offered).toContain('/console/journeys');
  for (const path of offered) {
    await page.goto(service.world.apiUrl + path);
    await settled(page);
  }
  // `problems` would include a 403.
  expect(problems).toEqual([]);
  await context.close();
});

test('an admin pauses and resumes a journey after a dialog explains the effect', async () => {
  const { id } = await publishJourney(service.world, [{ id: 'end', kind: 'exit' }]);
  const { page, context, problems } = await service.open(`/journeys/${id}`);
  await signInTo(page, await addMember(service.world, 'admin'));
  await page.getByRole('button', { name: 'Pause' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Events during the pause start no executions').waitFor();
  // The dialog names the number of running executions only if there are some.
  await dialog.getByText(/running executions/i).waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('button', { name: 'Resume' }).waitFor();
  expect((await service.world.api.get(`/api/journeys/${id}`)).body.status).toBe('paused');
  await page.getByRole('button', { name: 'Resume' }).click();
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  expect((await service.world.api.get(`/api/journeys/${id}`)).body.status).toBe('published');
  expect(problems).toEqual([]);
  await context.close();
});

test('a form shows API errors at their fields and saves valid input', async () => {
  const { page, context } = await service.open('/settings/workspace');
  await signInTo(page, service.world.demo.owner);
  const timezone = page.getByLabel('Timezone');
  await timezone.fill('Atlantis/Capital');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await waitFor(async () => (await timezone.getAttribute('aria-invalid')) === 'true');
  const problem = page.locator(`[id="${((await timezone.getAttribute('aria-describedby')) ?? '').split(' ').at(-1)}"]`);
  expect(await problem.innerText()).toMatch(/timezone/i);
  await timezone.fill('Europe/Lisbon');
  await page.getByLabel('Frequency cap (messages)').fill('3');
  await page.getByLabel('Period (days)').fill('7');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved.').waitFor();
  expect((await service.world.api.get('/api/workspace')).body).toMatchObject({
    timezone: 'Europe/Lisbon',
    frequencyCap: { max: 3, days: 7 },
  });
  await context.close();
});

test('a key is created, shown once, and revoked', async () => {
  const { page, context, problems } = await service.open('/settings/keys');
  await signInTo(page, service.world.demo.owner);
  const name = uniqueName('key');
  const form = page.locator('section', { hasText: 'API keys' }).locator('form').first();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const key = await dialog.locator('code').innerText();
  expect(key).toMatch(/^svc_sk_/);
  const call = () => service.world.api.raw('/api/workspace', { method: 'GET', headers: { 'x-api-key': key } });
  expect((await call()).status).toBe(200);
  await dialog.getByRole('button', { name: 'Close' }).click();
  const row = page.getByRole('row', { name: new RegExp(name) });
  const made = await service.world.api.raw('/api/transactional-api-keys', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ name: `${name} mailer` }),
  });
  expect(made.status).toBe(201);
  await page.reload();
  const child = page.getByRole('row', { name: new RegExp(`${name} mailer`) });
  await child.getByText(`Created by the server key ${name}`).waitFor();
  await row.first().getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('1 key created by this key will also be revoked.').waitFor();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await page.getByText(`Key ${name} revoked.`).waitFor();
  expect((await call()).status).toBe(401);
  await child.waitFor({ state: 'detached' });
  await dialog.waitFor({ state: 'detached' });
  await row.waitFor({ state: 'detached' });
  expect(await page.getByText(key).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('a person in two workspaces switches between them', async () => {
  const other = await addWorkspace(service.world);
  const person = await addMember(service.world, 'member');
  await insertMember(service.world.database, { workspaceId: other.demo.workspaceId, userId: person.id, role: 'owner' });
  await other.api.post('/api/conversion-goals', { name: 'Only there', type: 'pageview' });
  await service.world.ownerApi.patch('/api/workspace', { name: 'First house' });
  await service.world.database('workspaces').where({ id: other.demo.workspaceId }).update({ name: 'Second house' });
  const { page, context, problems } = await service.open('/conversions');
  await signInTo(page, person);
  await settled(page);
  await page.getByRole('button', { name: 'Workspace: First house' }).focus();
  await page.keyboard.press('Enter');
  const items = page.getByRole('menuitemradio');
  expect(await page.getByRole('menuitemradio', { checked: true }).allInnerTexts()).toEqual(['First house\nMember']);
  expect(await items.count()).toBe(2);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', h1('Overview')).waitFor();
  await page.getByRole('link', { name: 'Conversions', exact: true }).click();
  await page.getByText('Only there').waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('while the service is unavailable the page shows an alert, and continues when it is back', async () => {
  const { page, context } = await service.open('/journeys');
  await signInTo(page, service.world.demo.owner);
  await settled(page);
  await page.route(/\/(api|healthz)/, (route) => route.abort());
  await page.getByRole('link', { name: 'Targets' }).click();
  await page.getByText('Apex is not responding. This page may be out of date; your').waitFor();
  const { body } = await service.world.api.post('/api/targets', {
    metric: uniqueName('metric'),
    target: 10,
    current: 1,
    deadline: '2030-01-01',
  });
  await page.unroute(/\/(api|healthz)/);
  await page.getByText(body.metric).waitFor();
  expect(await page.getByText('Apex is not responding').count()).toBe(0);
  await context.close();
});

test('a selected theme overrides the system theme, also after a reload', async () => {
  const { page, context, problems } = await service.open();
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  await signInTo(page, service.world.demo.owner);
  await settled(page);
  const light = await ground();
  await page.getByRole('button', { name: service.world.demo.owner.email }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  const dark = await ground();
  expect(dark).not.toBe(light);
  await page.reload();
  expect(await ground()).toBe(dark);
  expect(problems).toEqual([]);
  await context.close();
});
