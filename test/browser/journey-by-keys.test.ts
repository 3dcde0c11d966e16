import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  dialog,
  goByKeys,
  h1,
  node,
  saved,
} from '../support/console';
import { createCommunication, createSubject, executionsOf, trackEvent, uniqueName } from '../support/journeys';
import { chooseByKeys, hasFocus, tabTo, typeInto } from '../support/keyboard';
import { waitFor } from '../support/wait-for';

/** Creates, publishes and views a journey by keyboard only: this file never clicks, fills or sets the focus. */

const service = aroundConsoleTests({ OUTBOX_POLL_MS: '100' });
let message: string;

beforeAll(async () => {
  message = uniqueName('Welcome');
  await createCommunication(service.world, message);
});

const press = async (page: Page, ...keys: string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** The latest announcement about the steps to screen readers. */
const announced = (page: Page, text: string): Promise<void> =>
  page.locator('.journey-editor > [role=status]', { hasText: text }).waitFor({ state: 'attached' });

/** Waits until a step has the focus, so that the next key applies to it. */
const onStep = (page: Page, id: string): Promise<unknown> =>
  waitFor(() => hasFocus(page, node(page, id)), { what: `the focus on ${id}` });

/** Adds a step next to the focused one. */
async function add(page: Page, kind: string, id: string): Promise<void> {
  await press(page, 'a');
  await tabTo(page, dialog(page, 'Add step').getByRole('button', { name: new RegExp(`^${kind}`) }));
  await press(page, 'Enter');
  await onStep(page, id);
}

/** Moves the focus from a step's fields back to the step. */
async function leave(page: Page, id: string): Promise<void> {
  await press(page, 'Escape');
  await onStep(page, id);
}

async function signIn(page: Page): Promise<void> {
  await typeInto(page, page.getByLabel('Email'), service.world.demo.owner.email);
  await typeInto(page, page.getByLabel('Password'), service.world.demo.owner.password);
  await press(page, 'Enter');
  await page.getByRole('heading', h1('Overview')).waitFor();
}

async function begin(page: Page, name: string, eventName: string): Promise<void> {
  await goByKeys(page, 'j', 'Journeys');
  await tabTo(page, button(page, 'New journey'));
  await press(page, 'Enter');
  await typeInto(page, dialog(page, 'New journey').getByLabel('Name'), name);
  await press(page, 'Enter');
  await node(page, 'end').waitFor();
  await tabTo(page, node(page, ':start'));
  await press(page, 'Enter');
  await tabTo(page, button(page, 'New trigger'));
  await press(page, 'Enter');
  await typeInto(page, dialog(page, 'New trigger').getByLabel('Event name'), eventName);
  await press(page, 'Enter');
  await dialog(page, 'New trigger').waitFor({ state: 'detached' });
  await waitFor(() => hasFocus(page, button(page, 'New trigger')), { what: 'the focus on what opened the dialog' });
  await typeInto(page, page.getByLabel('Holdout (%)'), '0');
  await leave(page, ':start');
}

/** People with the pro plan wait and get a greeting; the others leave. */
async function draw(page: Page): Promise<void> {
  await add(page, 'Branch', 'branch');
  await announced(page, 'branch added after the start, leads to end.');
  await press(page, 'Enter');
  await typeInto(page, page.getByLabel('Name', { exact: true }), 'Plan');
  await chooseByKeys(page, page.getByLabel('Matches if'), 'A field matches');
  await typeInto(page, page.getByLabel('Field', { exact: true }), 'attributes.plan');
  await chooseByKeys(page, page.getByLabel('Operator'), 'is');
  await typeInto(page, page.getByLabel('Value', { exact: true }), '-1.5');
  await chooseByKeys(page, page.getByLabel('Type', { exact: true }), 'Number');
  await tabTo(page, page.getByLabel('Value', { exact: true }), 'Shift+Tab');
  await page.keyboard.type('-2.5');
  expect(await page.getByLabel('Value', { exact: true }).inputValue()).toBe('-2.5');
  await chooseByKeys(page, page.getByLabel('Type', { exact: true }), 'Text');
  await tabTo(page, page.getByLabel('Value', { exact: true }), 'Shift+Tab');
  await typeInto(page, page.getByLabel('Value', { exact: true }), 'pro');
  await leave(page, 'branch');
  await add(page, 'Wait', 'wait');
  await announced(page, 'wait added after the yes path of Plan, leads to end.');
  await press(page, 'Enter');
  await typeInto(page, page.getByLabel('For', { exact: true }), '2');
  await chooseByKeys(page, page.getByLabel('Unit'), 'hours');
  await leave(page, 'wait');
  await add(page, 'Send', 'send');
  await press(page, 'Enter');
  await chooseByKeys(page, page.getByLabel('Communication', { exact: true }), message);
  await leave(page, 'send');
  await add(page, 'Wait', 'wait-2');
  await connectElse(page);
}

/** Adds an exit that is not connected, and connects the "else" path to it. */
async function connectElse(page: Page): Promise<void> {
  await press(page, 'a');
  const where = dialog(page, 'Add step').getByLabel('Where');
  await tabTo(page, where, 'Shift+Tab');
  await chooseByKeys(page, where, 'Not connected');
  await tabTo(page, dialog(page, 'Add step').getByRole('button', { name: /^Exit/ }));
  await press(page, 'Enter');
  await onStep(page, 'exit');
  await announced(page, 'exit added, not connected.');
  await press(page, 'f');
  await page.keyboard.type('Plan');
  await press(page, 'Enter', 'Escape');
  await onStep(page, 'branch');
  await press(page, 'l');
  await waitFor(() => hasFocus(page, page.getByRole('group', { name: 'Leads to' }).getByLabel('yes')));
  await chooseByKeys(page, page.getByRole('group', { name: 'Leads to' }).getByLabel('else'), 'exit');
  await announced(page, 'The else path of Plan now leads to exit.');
  await leave(page, 'branch');
}

/** Adds a step by mistake, deletes it, and tests undo and redo. */
async function deleteAgain(page: Page): Promise<void> {
  await add(page, 'Webhook', 'webhook');
  await press(page, 'Delete');
  await announced(page, 'webhook deleted. The yes path of Plan now leads to wait.');
  await onStep(page, 'branch');
  // Saved changes can still be undone.
  await saved(page);
  await press(page, 'Control+z');
  await announced(page, 'webhook added after the yes path of Plan, leads to wait.');
  await press(page, 'Control+Shift+Z');
  await announced(page, 'webhook deleted.');
  await onStep(page, 'branch');
}

async function publish(page: Page): Promise<void> {
  await saved(page);
  await press(page, 'Control+k');
  await page.getByRole('dialog', { name: 'Pages, actions and people' }).waitFor();
  await page.keyboard.type('publish');
  await press(page, 'Enter');
  const question = page.getByRole('dialog', { name: /^Publish / });
  await question.getByText('The draft becomes version 1').waitFor();
  await tabTo(page, question.getByRole('button', { name: 'Publish' }));
  await press(page, 'Enter');
  await page.locator('main .status', { hasText: 'Published' }).waitFor();
}

test('a journey with a branch is created, published and viewed by keyboard only', async () => {
  const eventName = uniqueName('signed_up');
  const { page, context, problems } = await service.open();
  await signIn(page);
  await begin(page, uniqueName('By keys'), eventName);
  await draw(page);
  await deleteAgain(page);
  await saved(page);
  const id = /journeys\/(jrn_\w+)/.exec(page.url())?.[1] ?? '';
  const { body } = await service.world.api.get(`/api/journeys/${id}`);
  expect(body.holdoutPercent).toBe(0);
  expect(body.steps).toMatchObject([
    { id: 'branch', name: 'Plan', arms: [{ next: 'wait', when: { operator: 'equals', value: 'pro' } }], else: 'exit' },
    { id: 'wait', duration: 'PT2H', next: 'send' },
    { id: 'send', next: 'wait-2' },
    { id: 'wait-2', next: 'end' },
    { id: 'end' },
    { id: 'exit' },
  ]);
  await publish(page);

  const person = await createSubject(service.world, { plan: 'pro' });
  await trackEvent(service.world, eventName, person.visitorId);
  await waitFor(async () => (await executionsOf(service.world, id))[0]?.['currentStepId'] === 'wait', {
    what: 'the wait',
  });
  await page.reload();
  await node(page, 'branch').getByText('1 passed').waitFor();
  await node(page, 'wait').getByText('1 waiting').waitFor();
  await tabTo(page, page.getByRole('link', { name: 'Executions' }));
  await press(page, 'Enter');
  await tabTo(page, page.getByRole('row').getByRole('link', { name: /^exe_/ }));
  await press(page, 'Enter');
  await page.getByRole('list', { name: 'Timeline' }).getByText('Took yes').waitFor();
  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
  await context.close();
});

test('the shortcuts dialog lists the step keys, they also work in the outline, and dialogs return the focus', async () => {
  const { body: journey } = await service.world.api.post('/api/journeys', {
    name: uniqueName('Listed'),
    steps: [
      { id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' },
      { id: 'end', kind: 'exit' },
    ],
  });
  const { page, context, problems } = await service.open();
  await signIn(page);
  await page.goto(`${service.world.apiUrl}/console/journeys/${journey.id}?as=outline`);
  const line = (id: string) => page.locator(`.outline [data-step="${id}"]`);
  await tabTo(page, line(':start'));
  await press(page, '?');
  await dialog(page, 'Keyboard shortcuts').getByText('Add a step').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(page, 'Escape');
  await waitFor(() => hasFocus(page, line(':start')), { what: 'the focus back on the start' });
  await press(page, 'ArrowDown');
  await waitFor(() => hasFocus(page, line('pause')));
  await press(page, 'Delete');
  await announced(page, 'pause deleted. The start now leads to end.');
  await waitFor(() => hasFocus(page, line(':start')));
  await press(page, 'Control+z');
  await announced(page, 'pause added after the start, leads to end.');
  await saved(page);
  expect(problems.filter((text) => !text.includes('401'))).toEqual([]);
  await context.close();
});
