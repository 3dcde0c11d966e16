import { accessibilityProblems, aroundConsoleTests, button, dialog, h1, settled, unexpected } from '../support/console';
import { createCommunication, createSubject, publishJourney, uniqueName } from '../support/journeys';
import { addMember } from '../support/members';
import { startSesStandIn, type SesStandIn } from '../support/ses-stand-in';
import { postSend } from '../support/transactional';
import { waitFor } from '../support/wait-for';

/** The message log and the suppressions, used as an admin does: find a message, retry it, suppress and release. */

let ses: SesStandIn;
const worker: Record<string, string> = { SES_TIMEOUT_MS: '2000' };

beforeAll(async () => {
  ses = await startSesStandIn();
  worker['SES_ENDPOINT'] = ses.endpoint;
});

afterAll(() => ses.stop());

const service = aroundConsoleTests(worker);

/** Runs a journey with one message until the log has it in a state. */
async function messageInState(state: string): Promise<{ id: string; email: string }> {
  const { world } = service;
  const communicationId = await createCommunication(world, 'Welcome mail');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { email } = await createSubject(world);
  await world.api.post('/api/v1/events', { events: [{ type: journey.eventName, email }] });
  const id = await waitFor(
    async () =>
      (await world.api.get(`/api/messages?state=${state}&to=${email}`)).body.data[0]?.id as string | undefined,
    { what: `the message to be ${state}` },
  );
  return { id, email };
}

test('a failed message is found by its address, explained and retried', async () => {
  ses.failWith({ status: 400, name: 'MessageRejected' });
  const { email } = await messageInState('failed');
  ses.failWith(null);
  await postSend(service.world, { to: `${uniqueName('other')}@example.com`, subject: 'Receipt', text: 'Thanks' });
  const { page, context, problems } = await service.openSignedIn('/messages');
  const rows = page.getByRole('table', { name: 'Messages' }).locator('tbody tr');
  await waitFor(async () => (await rows.count()) >= 2, { what: 'both messages' });
  await page.getByLabel('Recipient').fill(email.slice(0, -4).toUpperCase());
  await page.getByLabel('State').selectOption('failed');
  await waitFor(async () => (await rows.count()) === 1, { what: 'one message' });
  expect(new URL(page.url()).searchParams.get('state')).toBe('failed');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.getByRole('link', { name: email }).click();

  await page.getByRole('heading', h1(email)).waitFor();
  await page.getByText('The email provider rejected the message or the address. Check').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await button(page, 'Retry').click();
  await dialog(page, 'Send this message again?').getByRole('button', { name: 'Retry' }).click();
  await page.getByRole('list', { name: 'Timeline' }).getByText('Sent', { exact: true }).waitFor();
  expect(await button(page, 'Retry').count()).toBe(0);
  expect(ses.accepted.filter((one) => one === email)).toHaveLength(1);
  await page.getByRole('link', { name: 'Step mail' }).click();
  await page.getByRole('heading', h1(new RegExp(email))).waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a member sees why a message failed, and that an admin can retry it', async () => {
  ses.failWith({ status: 400, name: 'MessageRejected' });
  const { id } = await messageInState('failed');
  ses.failWith(null);
  const member = await addMember(service.world, 'member');
  const { page, context } = await service.openSignedIn(`/messages/${id}`, member);
  await page.getByText('An admin can retry this message.').waitFor();
  expect(await button(page, 'Retry').count()).toBe(0);
  expect(await page.getByRole('link', { name: 'Suppressions' }).count()).toBe(0);
  await context.close();
});

test('addresses are imported after a check, found, exported, and released with a warning', async () => {
  const { api } = service.world;
  const [held, fresh] = [`${uniqueName('held')}@example.com`, `${uniqueName('fresh')}@example.com`];
  await api.post('/api/suppressions', { email: held, reason: 'complaint' });
  const { page, context, problems } = await service.openSignedIn('/suppressions');
  await button(page, 'Import addresses').click();
  const form = dialog(page, 'Import addresses');
  await form.getByLabel('Addresses').fill(`email,name\n${held},Ada\n${fresh},Bob\nnobody,Cy`);
  await form.getByRole('button', { name: 'Check' }).click();
  await form.getByText('1 new address, 1 already suppressed, 1 not valid. Nothing is stored yet.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await api.get(`/api/suppressions?q=${fresh}`)).body.data).toEqual([]);
  await form.getByRole('button', { name: 'Suppress 1 address' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText(fresh).waitFor();

  const download = page.waitForEvent('download');
  await button(page, 'Export CSV').click();
  expect((await download).suggestedFilename()).toBe('suppressions.csv');
  await page.getByLabel('Address', { exact: true }).fill(held.slice(0, 12).toUpperCase());
  const rows = page.getByRole('table', { name: 'Suppressions' }).locator('tbody tr');
  await waitFor(async () => (await rows.count()) === 1, { what: 'one suppression' });
  await button(page, 'Release').click();
  const question = dialog(page, `Release ${held}?`);
  await question.getByText('reported a message as spam').waitFor();
  await question.getByRole('button', { name: 'Release' }).click();
  await page.getByText('No matches.').waitFor();
  await settled(page);
  expect((await api.get(`/api/suppressions?q=${held}`)).body.data).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});
