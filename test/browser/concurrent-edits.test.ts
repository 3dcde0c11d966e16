import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  dialog,
  h1,
  node,
  saved,
  settled,
  unexpected,
} from '../support/console';
import { uniqueName } from '../support/journeys';
import { waitFor } from '../support/wait-for';

/** Edits by two members or tabs, or while saving fails, are never lost without a dialog. */

const service = aroundConsoleTests(null);

const condition = { field: 'attributes.plan', operator: 'equals', value: 'pro' };
const create = async (path: string, body: object) => (await service.world.api.post(path, body)).body;
const stored = async (path: string) => (await service.world.api.get(path)).body;

test('if two tabs save a message, the user of the second chooses between both versions', async () => {
  const slots = { subject: 'First', body: 'Hello' };
  const { id } = await create('/api/communications', { name: uniqueName('Shared'), commType: 'marketing', slots });
  const { page: first, context, problems } = await service.openSignedIn(`/communications/${id}`);
  const second = await context.newPage();
  await second.goto(first.url());
  await settled(second);
  const subject = (page: Page) => page.getByLabel('Subject', { exact: true });
  const conflict = dialog(second, 'This message was changed elsewhere');
  await subject(second).fill('Mine');
  await subject(first).fill('Theirs');
  await button(first, 'Save').click();
  await first.getByText('Communication saved.').waitFor();
  await button(second, 'Save').click();
  await conflict.getByText('Your changes are not saved yet.').waitFor();
  expect(await accessibilityProblems(second)).toEqual([]);
  expect((await stored(`/api/communications/${id}`)).slots.subject).toBe('Theirs');
  // Closing the dialog continues the editing.
  await second.keyboard.press('Escape');
  await second.getByRole('alert').getByText('Your changes are not saved.').waitFor();
  expect(await subject(second).inputValue()).toBe('Mine');
  await button(second, 'Save').click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await second.getByText('Communication saved.').waitFor();
  expect((await stored(`/api/communications/${id}`)).slots).toMatchObject({ subject: 'Mine', body: 'Hello' });
  // The first tab is unchanged since its save, so it shows what the second one saved.
  await waitFor(async () => {
    await first.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    return (await subject(first).inputValue()) === 'Mine';
  });
  await subject(first).fill('Again');
  await button(first, 'Save').click();
  await first.getByText('Communication saved.').first().waitFor();
  await subject(second).fill('Late');
  await button(second, 'Save').click();
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await subject(second).inputValue()).toBe('Again');
  expect(problems).toEqual([]);
  await context.close();
});

/** The edit form of every other kind of record: its page, its field, and the same change in the API. */
const forms = {
  audience: {
    create: () => create('/api/audiences', { name: 'Theirs 0', condition }),
    address: (id: string) => `/audiences/${id}`,
    path: '/api/audiences',
    field: 'name',
    save: 'Save',
  },
  trigger: {
    create: () => create('/api/trigger-contracts', { eventName: 'paid' }),
    address: (id: string) => `/triggers/${id}`,
    path: '/api/trigger-contracts',
    field: 'name',
    save: 'Save',
  },
  experiment: {
    create: () =>
      create('/api/experiments', { name: 'A', targetUrl: '/', variants: [{ name: 'Control' }, { name: 'Other' }] }),
    address: (id: string) => `/experiments/${id}`,
    path: '/api/experiments',
    field: 'name',
    save: 'Save draft',
  },
  target: {
    create: () => create('/api/targets', { metric: 'orders', target: 5, deadline: '2027-03-31' }),
    address: (id: string) => `/targets?edit=${id}`,
    path: '/api/targets',
    field: 'unit',
    save: 'Save',
  },
  conversion: {
    create: () => create('/api/conversion-goals', { name: 'A', eventType: 'paid' }),
    address: (id: string) => `/conversions?edit=${id}`,
    path: '/api/conversion-goals',
    field: 'name',
    save: 'Save',
  },
  belief: {
    create: () => create('/api/beliefs', { statement: 'Shorter is better' }),
    address: (id: string) => `/beliefs/${id}?edit=1`,
    path: '/api/beliefs',
    field: 'owner',
    save: 'Save',
  },
} as const;

test.each(Object.entries(forms))('a form never overwrites the changes of another member: %s', async (noun, form) => {
  const { id } = await form.create();
  const path = `${form.path}/${id}`;
  const { page, context, problems } = await service.openSignedIn(form.address(id));
  const name = form.field;
  const field = page.locator(`form [name="${name}"]`);
  const conflict = dialog(page, `This ${noun} was changed elsewhere`);
  const save = page.getByRole('button', { name: form.save, exact: true });
  await field.fill('Mine');
  await service.world.api.patch(path, { [name]: 'Theirs' });
  await save.click();
  await conflict.getByText(`Another member or tab saved this ${noun}`).waitFor();
  expect((await stored(path))[name]).toBe('Theirs');
  await conflict.getByRole('button', { name: 'Use theirs' }).click();
  await conflict.waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('Theirs');
  await field.fill('Mine');
  await service.world.api.patch(path, { [name]: 'Theirs again' });
  await save.click();
  await conflict.getByRole('button', { name: 'Keep mine' }).click();
  await page.getByText(/ saved\.|^Draft saved/).waitFor();
  expect((await stored(path))[name]).toBe('Mine');
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a change to other fields, such as new evidence, is not a conflict', async () => {
  const { id } = await create('/api/beliefs', { statement: 'Fewer fields' });
  const { page, context } = await service.openSignedIn(`/beliefs/${id}?edit=1`);
  await page.getByLabel('Owner', { exact: true }).fill('Growth');
  await service.world.api.post(`/api/beliefs/${id}/update-confidence`, { type: 'observation', delta: 0.1 });
  await button(page, 'Save').click();
  await page.getByText('Belief saved.').waitFor();
  expect(await stored(`/api/beliefs/${id}`)).toMatchObject({ owner: 'Growth', evidence: [{ delta: 0.1 }] });
  await context.close();
});

test('new weights of a running experiment are kept and shown when its traffic is saved', async () => {
  const variants = [{ name: 'Control' }, { name: 'Other' }];
  const made = await create('/api/experiments', { name: uniqueName('Split'), targetUrl: '/', variants });
  const path = `/api/experiments/${made.id}`;
  await service.world.api.patch(path, { status: 'running' });
  const { page, context } = await service.openSignedIn(`/experiments/${made.id}`);
  await page.locator('form [name="trafficSplit"]').fill('40');
  const weights = [
    { id: 'control', weight: 0.2 },
    { id: 'other', weight: 0.8 },
  ];
  await service.world.api.patch(path, { variants: weights });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Traffic and weights saved.').waitFor();
  expect(await stored(path)).toMatchObject({ trafficSplit: 40, variants: weights });
  await waitFor(async () => (await page.getByLabel('Other (%)').inputValue()) === '80');
  await context.close();
});

const steps = [
  { id: 'call', kind: 'webhook', url: 'https://crm.example.com/', next: 'end' },
  { id: 'end', kind: 'exit' },
];

async function openJourney() {
  const { id } = await create('/api/journeys', { name: uniqueName('Edited'), steps });
  const opened = await service.openSignedIn(`/journeys/${id}`);
  await node(opened.page, 'call').click();
  return { id: id as string, ...opened };
}

const toBeliefs = (page: Page) => page.getByRole('link', { name: 'Beliefs', exact: true }).click();
const question = (page: Page) => dialog(page, 'Leave without saving?');

test('leaving a journey shows a dialog if a save has failed or is pending, but not after it is saved', async () => {
  const { id, page, context } = await openJourney();
  const name = page.locator('.journey-panel').getByLabel('Name', { exact: true });
  const refuse = { status: 503, json: { error: 'The database is not available.', code: 'SERVICE_UNAVAILABLE' } };
  await page.route(`**/api/journeys/${id}`, (route) =>
    route.request().method() === 'PATCH' ? route.fulfill(refuse) : route.continue(),
  );
  await name.fill('Unsaved');
  await toBeliefs(page);
  await question(page).getByText('The database is not available.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'Stay' }).click();
  await page.getByRole('link', { name: 'Executions', exact: true }).click();
  await question(page).getByRole('button', { name: 'Stay' }).click();
  expect(await name.inputValue()).toBe('Unsaved');
  await page.unroute(`**/api/journeys/${id}`);
  await saved(page);
  await name.fill('Pending');
  await page.route(`**/api/journeys/${id}`, () => undefined);
  await toBeliefs(page);
  await question(page).getByText('is not saved yet').waitFor();
  await question(page).getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect((await stored(`/api/journeys/${id}`)).steps[0].name).toBe('Unsaved');
  await page.unroute(`**/api/journeys/${id}`);
  await page.goBack();
  await node(page, 'call').click();
  await name.fill('Quick');
  await toBeliefs(page);
  await page.getByRole('heading', h1('Beliefs')).waitFor();
  expect((await stored(`/api/journeys/${id}`)).steps[0].name).toBe('Quick');
  await context.close();
});

test('one undo reverts what was typed in one field', async () => {
  const { page, context, problems } = await openJourney();
  const field = (label: string) => page.locator('.journey-panel').getByLabel(label, { exact: true });
  const values = async () =>
    Promise.all(['Name', 'Headers (one per line)', 'Body (Liquid)'].map((label) => field(label).inputValue()));
  await field('Name').pressSequentially('Call');
  await field('Headers (one per line)').pressSequentially('Token: 12');
  await field('Body (Liquid)').pressSequentially('Hi');
  expect(await values()).toEqual(['Call', 'Token: 12', 'Hi']);
  const seen = [];
  for (let undo = 0; undo < 3; undo += 1) {
    await button(page, 'Undo').click();
    seen.push(await values());
  }
  expect(seen).toEqual([
    ['Call', 'Token: 12', ''],
    ['Call', '', ''],
    ['', '', ''],
  ]);
  await button(page, 'Redo').click();
  expect(await values()).toEqual(['Call', '', '']);
  expect(problems).toEqual([]);
  await context.close();
});

test('a save that was stored without a response is not a conflict', async () => {
  const { id, page, context } = await openJourney();
  let isLost = false;
  await page.route(`**/api/journeys/${id}`, async (route) => {
    if (route.request().method() !== 'PATCH' || isLost) return route.continue();
    isLost = true;
    await route.fetch();
    return route.abort();
  });
  await page.locator('.journey-panel').getByLabel('Name', { exact: true }).fill('Stored');
  await page.locator('.save-note.problem').waitFor();
  await saved(page);
  expect(await dialog(page, 'Another member saved this draft').count()).toBe(0);
  expect((await stored(`/api/journeys/${id}`)).steps[0].name).toBe('Stored');
  await context.close();
});

test('the warnings of a publication are shown before it is confirmed', async () => {
  const message = await create('/api/communications', {
    name: uniqueName('Sent'),
    commType: 'marketing',
    slots: { subject: 'Hi', body: 'Hi' },
  });
  const triggerContractId = (await create('/api/trigger-contracts', { eventName: 'paid' })).id;
  const { id, name } = await create('/api/journeys', {
    name: uniqueName('Warned'),
    triggerContractId,
    steps: [
      { id: 'send', kind: 'send', communicationId: message.id, next: 'end' },
      { id: 'end', kind: 'exit' },
    ],
  });
  await service.world.api.patch('/api/workspace', { sender: { postalAddress: '' } });
  const { page, context, problems } = await service.openSignedIn(`/journeys/${id}`);
  await button(page, 'Publish').click();
  const publish = dialog(page, `Publish ${name}?`);
  await publish.getByText('has no postal address').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await publish.getByRole('button', { name: 'Publish', exact: true }).click();
  await page.getByText(`${name} published.`).waitFor();
  await publish.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await context.close();
});
