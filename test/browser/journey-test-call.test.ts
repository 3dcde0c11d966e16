import { accessibilityProblems, aroundConsoleTests, dialog, node, signInTo } from '../support/console';
import { createSubject, uniqueName } from '../support/journeys';
import { addMember } from '../support/members';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';

let receiver: WebhookReceiver;
const service = aroundConsoleTests(null, async () => {
  receiver = await startWebhookReceiver();
  return { WEBHOOK_ALLOW_HOSTS: receiver.host };
});

afterAll(() => receiver.stop());

async function drawJourney(): Promise<string> {
  const call = { id: 'call', kind: 'webhook', url: `http://${receiver.host}/hook`, body: '{{ email }}', next: 'end' };
  const steps = [call, { id: 'end', kind: 'exit' }];
  return (await service.world.api.post('/api/journeys', { name: uniqueName('Called'), steps })).body.id as string;
}

test('an admin tests an unsaved webhook step and sees the request and the response', async () => {
  const id = await drawJourney();
  const person = await createSubject(service.world, { plan: 'free' });
  const { page, context, problems } = await service.openSignedIn(`/journeys/${id}`);
  await node(page, 'call').click();
  await page.getByLabel('Body (Liquid)').fill('{ "plan": {{ attributes.plan | json }}, "to": {{ email | json }} }');
  receiver.respondWith((response) => response.writeHead(202).end('queued'));
  await page.getByRole('button', { name: 'Send test call' }).click();
  const shown = dialog(page, 'Send test call');
  await shown.getByLabel('Email, timezone and attributes').fill('{"email": "ada@example.com", "plan": "pro"}');
  await shown.getByRole('button', { name: 'Send', exact: true }).click();
  await shown.getByRole('heading', { name: 'Delivered' }).waitFor();
  await shown.getByText('queued').waitFor();
  await shown.getByText('202', { exact: true }).waitFor();
  await shown.getByText('x-apex-test: true').waitFor();
  expect(receiver.calls.map(({ body }) => JSON.parse(body))).toEqual([{ plan: 'pro', to: 'ada@example.com' }]);
  expect(await accessibilityProblems(page)).toEqual([]);

  receiver.respondWith(status(500));
  await shown.getByLabel('Person', { exact: true }).selectOption({ label: 'Existing person' });
  await shown.getByLabel('Search by address, name or ID').fill(person.email);
  await shown.getByRole('button', { name: `Send for ${person.email}` }).click();
  await shown.getByText('The receiver returned 500.').waitFor();
  await shown.getByText('An execution would retry.').waitFor();
  expect(JSON.parse(receiver.calls[1]!.body)).toEqual({ plan: 'free', to: person.email });
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.keyboard.press('Escape');
  await page.getByLabel('URL', { exact: true }).fill('https://10.0.0.1/hook');
  await page.getByRole('button', { name: 'Send test call' }).click();
  await shown.getByRole('button', { name: 'Send', exact: true }).click();
  await shown.getByText('Add the host to WEBHOOK_ALLOW_HOSTS').waitFor();
  await shown.getByRole('heading', { name: 'Request (not sent)' }).waitFor();
  expect(receiver.calls).toHaveLength(2);
  expect(problems).toEqual([]);
  await context.close();
});

test('a member does not see the actions that require an admin', async () => {
  const id = await drawJourney();
  const { page, context } = await service.open(`/journeys/${id}`);
  await signInTo(page, await addMember(service.world, 'member'));
  await node(page, 'call').click();
  await page.getByLabel('Body (Liquid)').waitFor();
  expect(await page.getByRole('button', { name: 'Send test call' }).count()).toBe(0);
  await context.close();
});
