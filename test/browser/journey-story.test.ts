import type { Page } from 'playwright-core';
import { aroundConsoleTests, clickBeneath, node, saved, settled, signInTo } from '../support/console';
import { createCommunication, createSubject, executionsOf, trackEvent, uniqueName } from '../support/journeys';
import { addMember, type TestMember } from '../support/members';
import { waitFor } from '../support/wait-for';

/**
 * One journey in the console, from its first step to its first execution. Each test continues from the previous one.
 */

const service = aroundConsoleTests({ OUTBOX_POLL_MS: '100' });
let admin: TestMember;
let message: string;
let eventName: string;
/** The journey that the tests create. */
let journeyId: string;

beforeAll(async () => {
  admin = await addMember(service.world, 'admin');
  message = await createCommunication(service.world, uniqueName('Welcome'));
  eventName = uniqueName('signed_up');
  await service.world.api.post('/api/trigger-contracts', { eventName });
});

const signedIn = (path: string, account: { email: string; password: string } = admin) =>
  service.openSignedIn(path, account);

const journeyIdOf = (page: Page): string => /journeys\/(jrn_\w+)/.exec(page.url())?.[1] ?? '';

/** Returns the next steps of each step in the saved draft. */
async function savedShape(id: string): Promise<Record<string, unknown>> {
  const { body } = await service.world.api.get(`/api/journeys/${id}`);
  const steps = body.steps as { id: string; next?: string; else?: string; arms?: { next: string }[] }[];
  return Object.fromEntries(
    steps.map((step) => [
      step.id,
      step.arms === undefined ? step.next : [...step.arms.map(({ next }) => next), step.else],
    ]),
  );
}

/** The expected graph: people with a plan get a greeting and wait; the others only wait. */
const shape = { branch: ['wait', 'wait-2'], wait: 'send', send: 'wait-2', 'wait-2': 'end', end: undefined };

test('a journey of five steps with a branch is created by mouse', async () => {
  const { page, context, problems } = await signedIn('/journeys');
  await page.getByRole('button', { name: 'New journey' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill(uniqueName('By mouse'));
  await page.getByRole('button', { name: 'Create' }).click();
  await node(page, 'end').waitFor();
  const between = async (from: string, to: string, kind: string): Promise<void> => {
    await page
      .getByRole('button', { name: `Insert a step between ${from} and ${to}`, includeHidden: true })
      .first()
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(`^${kind}`) })
      .click();
  };
  await page.locator('.kind-chip', { hasText: 'Branch' }).dragTo(page.locator('[data-edge=":start entry"] button'));
  await node(page, 'branch').waitFor();
  await between('branch', 'end', 'Wait');
  await between('wait', 'end', 'Send');
  await page.getByLabel('Communication', { exact: true }).selectOption(message);
  await between('send', 'end', 'Wait');
  await page.getByRole('button', { name: 'Fit View' }).click();
  await node(page, 'branch').click();
  await page.getByRole('group', { name: 'Leads to' }).getByLabel('else').selectOption('wait-2');
  await page.getByLabel('Matches if').selectOption({ label: 'A field matches' });
  await page.getByLabel('Operator').selectOption({ label: 'is set' });
  await page.getByLabel('Field', { exact: true }).fill('attributes.plan');
  await node(page, ':start').click();
  await page.getByLabel('Trigger', { exact: true }).selectOption({ label: eventName });
  await page.getByLabel('Holdout (%)').fill('0');
  await saved(page);
  journeyId = journeyIdOf(page);
  await waitFor(async () => (await service.world.api.get(`/api/journeys/${journeyId}`)).body.holdoutPercent === 0);
  expect(await savedShape(journeyId)).toEqual(shape);
  expect(problems).toEqual([]);
  await context.close();
});

test('the journey is published, an event starts it, its metrics change, and the execution is opened', async () => {
  const id = journeyId;
  const { page, context, problems } = await signedIn(`/journeys/${id}`);
  await page.getByRole('button', { name: 'Publish' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The draft becomes version 1').waitFor();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await page.locator('main .status', { hasText: 'Published' }).waitFor();
  const person = await createSubject(service.world, { plan: 'pro' });
  await trackEvent(service.world, eventName, person.visitorId);
  await waitFor(async () => (await executionsOf(service.world, id))[0]?.['currentStepId'] === 'wait', {
    what: 'the wait',
  });
  await page.reload();
  await node(page, 'branch').getByText('1 passed').waitFor();
  await node(page, 'wait').getByRole('link', { name: '1 waiting at wait' }).click();
  await page.getByText('1 result', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('outcome')).toBe('waiting');
  await page.getByRole('row').getByRole('link', { name: /^exe_/ }).click();
  await page.getByRole('list', { name: 'Timeline' }).getByText('Took yes: attributes.plan is set').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('a simulation sends a person without a plan down another path', async () => {
  const { page, context, problems } = await signedIn(`/journeys/${journeyId}?view=simulate`);
  await page.getByLabel('Email, timezone and attributes').fill('{"plan": "pro"}');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await node(page, 'send').locator('.on-path').waitFor();
  await page.getByLabel('Email, timezone and attributes').fill('{"name": "Ada"}');
  await page.getByRole('button', { name: 'Simulate' }).click();
  await node(page, 'send').locator('.dimmed').waitFor();
  await node(page, 'wait-2').locator('.on-path').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('two editors change the journey at the same time, and both changes are merged', async () => {
  const [first, second] = [
    await signedIn(`/journeys/${journeyId}`),
    await signedIn(`/journeys/${journeyId}`, service.world.demo.owner),
  ];
  await node(first.page, 'wait').click();
  await node(second.page, 'wait-2').click();
  await first.page.getByLabel('For', { exact: true }).fill('2');
  await saved(first.page);
  await waitFor(async () => (await service.world.api.get(`/api/journeys/${journeyId}`)).body.draft !== null);
  await second.page.getByLabel('For', { exact: true }).fill('5');
  const dialog = second.page.getByRole('dialog', { name: 'Another member saved this draft' });
  await dialog.getByRole('button', { name: 'Merge both' }).click();
  await saved(second.page);
  const durations = async (): Promise<unknown[]> => {
    const { body } = await service.world.api.get(`/api/journeys/${journeyId}`);
    const steps = body.steps as { id: string; duration?: string }[];
    return ['wait', 'wait-2'].map((id) => steps.find((step) => step.id === id)?.duration);
  };
  expect(await durations()).toEqual(['P2D', 'P5D']);
  await Promise.all([first.context.close(), second.context.close()]);
});

test('input is kept while the service is unavailable and saved when it is back', async () => {
  const { page, context } = await signedIn(`/journeys/${journeyId}`);
  await node(page, 'wait').click();
  await page.route(/\/(api|healthz)/, (route) => route.abort());
  await page.getByLabel('For', { exact: true }).fill('3');
  await page.getByText(/^Not saved: Apex is not responding/).waitFor();
  await page.unroute(/\/(api|healthz)/);
  await saved(page);
  const { body } = await service.world.api.get(`/api/journeys/${journeyId}`);
  expect((body.steps as { id: string; duration?: string }[]).find(({ id }) => id === 'wait')?.duration).toBe('P3D');
  await context.close();
});

test('an expired session opens the sign-in page, which returns to the journey', async () => {
  const { page, context } = await signedIn(`/journeys/${journeyId}`);
  await service.world
    .database('sessions')
    .where({ user_id: admin.id })
    .update({ revoked_at: service.world.database.fn.now() });
  await clickBeneath(page, 'a[href$="view=versions"]');
  await page.getByRole('dialog').getByText('Your session has expired.').waitFor();
  await signInTo(page, admin);
  await page.getByRole('table', { name: 'Versions' }).getByRole('link', { name: 'Version 1' }).waitFor();
  await context.close();
});

test('a member sees no control that would return 403', async () => {
  const { page, context, problems } = await signedIn(
    `/journeys/${journeyId}`,
    await addMember(service.world, 'member'),
  );
  const refused = /^(Publish|Pause|Resume|Archive|Start manually|Cancel execution)$/;
  for (const view of ['', '?view=executions', '?view=impact', '?view=versions', '?view=audit', '?view=simulate']) {
    await page.goto(`${service.world.apiUrl}/console/journeys/${journeyId}${view}`);
    await settled(page);
    expect(await page.getByRole('button', { name: refused }).count()).toBe(0);
  }
  // `problems` would include a 403.
  expect(problems).toEqual([]);
  await context.close();
});
