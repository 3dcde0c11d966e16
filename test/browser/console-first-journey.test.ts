import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  dialog,
  h1,
  saved,
  settled,
  signInTo,
  unexpected,
} from '../support/console';
import { createPerson, executionsOf, uniqueName } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { addMember } from '../support/members';
import { waitFor } from '../support/wait-for';

/**
 * From an empty workspace to a published journey with a person in it, in the browser only: docs/FIRST-TEN-MINUTES.md.
 */

const service = aroundConsoleTests();

test('the first ten minutes: a message, a journey with trigger and audience, a person, and the email', async () => {
  const { page, context, problems } = await service.open();
  await signInTo(page, service.world.demo.owner);
  await settled(page);

  // 1. Create the journey.
  await page.getByRole('link', { name: 'Journeys', exact: true }).first().click();
  await button(page, 'New journey').first().click();
  await dialog(page, 'New journey').getByLabel('Name').fill('Welcome');
  await button(page, 'Create').click();
  await page.getByRole('heading', h1('Welcome')).waitFor();
  const [, , , journeyId = ''] = new URL(page.url()).pathname.split('/');

  // 2. Create its trigger and its audience in dialogs over the draft.
  await button(page, 'New trigger').click();
  await dialog(page, 'New trigger').getByLabel('Event name').fill('signed_up');
  await button(page, 'Create trigger').click();
  await dialog(page, 'New trigger').waitFor({ state: 'detached' });
  await button(page, 'New audience').click();
  const audience = dialog(page, 'New audience');
  await audience.getByLabel('Name').fill('On the pro plan');
  await audience.getByText('Complete the condition').waitFor();
  await audience.getByLabel('Field').fill('attributes.plan');
  await audience.getByLabel('Value', { exact: true }).fill('pro');
  await audience.getByText('Matches 0 people now').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await audience.getByRole('button', { name: 'Create' }).click();
  await audience.waitFor({ state: 'detached' });
  await page.getByText('attributes.plan is pro').waitFor();
  await page.getByLabel('Holdout (%)').fill('0');

  // 3. Add a send step and create its message there.
  await button(page, 'Add step').click();
  await page.getByRole('dialog').getByRole('button', { name: /^Send/ }).click();
  await button(page, 'New communication').click();
  const message = dialog(page, 'New communication');
  await message.getByLabel('Name').fill('Welcome');
  await message.getByLabel('Subject').fill('Welcome, {{ attributes.first_name }}');
  await message.getByLabel('Body').fill('You are on the {{ attributes.plan plan.');
  await message.locator('.problem').first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await message.getByLabel('Body').fill('You are on the {{ attributes.plan }} plan.');
  await message.getByLabel('attributes.first_name').fill('Ada');
  await message.getByText('Welcome, Ada').waitFor();
  await message.getByLabel('attributes.plan').fill('pro');
  await page.frameLocator('.preview-frame').getByRole('article').getByText('You are on the pro plan.').waitFor();
  await message.getByRole('button', { name: 'Create' }).click();
  await message.waitFor({ state: 'detached' });
  await saved(page);

  // 4. Publish.
  await button(page, 'Publish').click();
  await dialog(page, 'Publish Welcome?').getByText('no postal address').waitFor();
  await dialog(page, 'Publish Welcome?').getByRole('button', { name: 'Publish' }).click();
  await page.getByText('Version 1', { exact: true }).waitFor();

  // 5. Create a person and send the event.
  const email = `${uniqueName('ada')}@example.com`;
  await page.getByRole('link', { name: 'People', exact: true }).first().click();
  await button(page, 'New person').first().click();
  const person = dialog(page, 'New person');
  await person.getByLabel('Email').fill(email);
  for (const [name, value] of [
    ['first_name', 'Ada'],
    ['plan', 'pro'],
  ] as const) {
    await person.getByRole('button', { name: 'Add attribute' }).click();
    await person.getByLabel(/^Name of attribute/).fill(name);
    await person.getByLabel(`Value of ${name}`).fill(value);
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await person.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', h1(email)).waitFor();
  await button(page, 'Send event').click();
  await dialog(page, 'Send event').getByLabel('Event').fill('signed_up');
  await button(page, 'Send').click();
  await dialog(page, 'Send event').waitFor({ state: 'detached' });
  await page.getByText(/^Event signed_up sent\. Started: .*Welcome/).waitFor();

  // 6. Check the email and the execution.
  await waitFor(async () => (await readSink(service.world.sesEndpoint, email)).length === 1);
  const [mail] = await readSink(service.world.sesEndpoint, email);
  expect(mail?.subject).toBe('Welcome, Ada');
  expect(mail?.body.html).toContain('You are on the pro plan.');
  // The message arrives before the execution completes.
  await waitFor(async () => (await executionsOf(service.world, journeyId))[0]?.['status'] === 'COMPLETED');
  await page.getByRole('link', { name: 'Journeys', exact: true }).first().click();
  await page.getByRole('link', { name: 'Welcome' }).first().click();
  await page.getByRole('link', { name: 'Executions' }).click();
  await page.getByText('Completed').filter({ visible: true }).first().waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a person is started manually and edited, and a removed attribute is gone', async () => {
  const { page, context, problems } = await service.open('/people');
  await signInTo(page, service.world.demo.owner);
  const made = await createPerson(service.world, {
    email: `${uniqueName('bob')}@example.com`,
    attributes: { plan: 'free', seats: 3 },
    timezone: 'Europe/Berlin',
  });
  const path = `/api/end-users/${made.id}`;
  await page.goto(`${service.world.apiUrl}/console/people/${made.id}`);
  await button(page, 'Start journey').click();
  await dialog(page, 'Start journey').getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Journey not started: the person is not in the journey’s audience.').waitFor();
  await page.keyboard.press('Escape');
  await button(page, 'Edit').click();
  const form = dialog(page, 'Edit');
  await form.getByLabel('Value of plan').fill('pro');
  await form.getByRole('button', { name: 'Remove seats' }).click();
  await form.getByLabel('Timezone').fill('Europe/Nowhere');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.locator('.problem', { hasText: 'must be an IANA timezone' }).waitFor();
  await form.getByLabel('Timezone').fill('Europe/Lisbon');
  await form.getByLabel('Marketing consent').uncheck();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await service.world.api.get(path)).body).toMatchObject({
    attributes: { plan: 'pro' },
    timezone: 'Europe/Lisbon',
    consent: { marketing: false, source: 'api' },
  });
  await button(page, 'Start journey').click();
  await dialog(page, 'Start journey').getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByText('Journey started.').waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('messages, audiences and triggers are edited, and deleted after their uses are shown', async () => {
  const { page, context, problems } = await service.open('/communications/new');
  await signInTo(page, service.world.demo.owner);
  await page.getByLabel('Name').fill('To be deleted');
  await page.getByLabel('Layout').selectOption('html');
  await page.getByLabel('HTML').fill('<p>Only <b>html</b></p>');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', h1('To be deleted')).waitFor();
  await page.frameLocator('.preview-frame').getByText('Only html').waitFor();
  await page.getByLabel('Subject').fill('Once');
  await button(page, 'Save').click();
  await page.getByText('Communication saved.').waitFor();
  await button(page, 'Send test email').click();
  await page.getByText(`Test email of the saved version sent to ${service.world.demo.owner.email}.`).waitFor();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByText('This cannot be undone.').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', h1('Communications')).waitFor();

  await page.goto(`${service.world.apiUrl}/console/audiences/new`);
  await page.getByLabel('Name').fill('Everybody elsewhere');
  await page.getByLabel('Field').fill('city');
  await button(page, 'Create').click();
  await page.getByRole('alert').waitFor();
  // The same problem is not repeated by the count.
  expect(await page.locator('form .problem').count()).toBe(1);
  await page.getByLabel('Field').fill('attributes.city');
  await page.getByLabel('Value').fill('Ulm');
  await button(page, 'Create').click();
  await page.getByRole('heading', h1('Everybody elsewhere')).waitFor();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', h1('Audiences')).waitFor();

  await page.goto(`${service.world.apiUrl}/console/triggers?new=1`);
  await dialog(page, 'New trigger').getByLabel('Event name').fill('paid');
  await button(page, 'Add condition').click();
  await page.getByLabel('Field').fill('event.data.plan');
  await page.getByLabel('Value', { exact: true }).fill('pro');
  await button(page, 'Create').click();
  await page.getByRole('heading', h1('paid')).waitFor();
  await page.getByText('event.data.plan is pro').waitFor();
  await button(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', h1('Triggers')).waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a member writes marketing messages and does not see actions for admins', async () => {
  const { body: receipt } = await service.world.api.post('/api/communications', {
    name: uniqueName('Receipt'),
    commType: 'transactional',
    slots: { subject: 'Receipt', body: 'Thanks' },
  });
  const person = await createPerson(service.world);
  const { page, context, problems } = await service.open('/communications/new');
  await signInTo(page, await addMember(service.world, 'member'));
  expect(await page.getByLabel('Type').locator('option').allInnerTexts()).toEqual(['Marketing']);
  await page.goto(`${service.world.apiUrl}/console/communications/${receipt.id}`);
  await page.frameLocator('.preview-frame').getByRole('article').getByText('Thanks').waitFor();
  for (const name of ['Save', 'Delete', 'Send test email']) expect(await button(page, name).count()).toBe(0);
  await page.goto(`${service.world.apiUrl}/console/people/${person.id}`);
  await button(page, 'Edit').waitFor();
  expect(await button(page, 'Start journey').count()).toBe(0);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
