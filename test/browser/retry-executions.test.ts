import { accessibilityProblems, aroundConsoleTests } from '../support/console';
import { createSubject, executionsOf, publishJourney } from '../support/journeys';
import { addMember } from '../support/members';
import { waitFor } from '../support/wait-for';
import { startWebhookReceiver, status, type WebhookReceiver } from '../support/webhook-receiver';

let receiver: WebhookReceiver;
const worker: Record<string, string> = { OUTBOX_POLL_MS: '100' };
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  worker.WEBHOOK_ALLOW_HOSTS = receiver.host;
});
afterAll(() => receiver.stop());

const service = aroundConsoleTests(worker);

/** Publishes a journey, and starts executions that fail at its webhook. */
async function failedExecutions(count: number) {
  receiver.respondWith(status(404));
  const journey = await publishJourney(service.world, [
    {
      id: 'call',
      name: 'Inform the CRM',
      kind: 'webhook',
      url: `http://${receiver.host}/`,
      failOnError: true,
      next: 'end',
    },
    { id: 'end', kind: 'exit' },
  ]);
  for (let started = 0; started < count; started += 1) {
    const { id: endUserId } = await createSubject(service.world);
    await service.world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId });
  }
  const executions = await waitFor(
    async () => {
      const found = await executionsOf(service.world, journey.id);
      return found.every((one) => one['status'] === 'FAILED') && found.length === count && found;
    },
    { what: 'the failures' },
  );
  receiver.respondWith(status(200));
  return { journey, ids: executions.map(({ executionArn }) => executionArn!.split('/').at(-1)!) };
}

test('an admin retries a failed execution on its page; a member cannot', async () => {
  const { journey, ids } = await failedExecutions(1);
  const path = `/journeys/${journey.id}/executions/${ids[0]!}`;
  const asMember = await service.openSignedIn(path, await addMember(service.world, 'member'));
  await asMember.page.getByText('Ended here: the webhook failed.').waitFor();
  expect(await asMember.page.getByRole('button', { name: 'Retry' }).count()).toBe(0);
  await asMember.context.close();

  const { page, context, problems } = await service.openSignedIn(path, await addMember(service.world, 'admin'));
  await page.getByText('The receiver returned 404.').first().waitFor();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The execution resumes at Inform the CRM').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Retry', exact: true }).click();
  await page.locator('main .status', { hasText: 'Completed' }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Retry', exact: true }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('an admin counts and retries several failed executions, and sees the result again after a reload', async () => {
  const { journey, ids } = await failedExecutions(3);
  await service.world.database('executions').where({ id: ids[0]! }).update({ end_user_id: 'erased:1' });
  const path = `/journeys/${journey.id}?view=executions`;
  const { page, context, problems } = await service.openSignedIn(path, await addMember(service.world, 'admin'));
  await page.getByRole('button', { name: 'Retry or cancel several' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Failed at step').selectOption({ label: 'Inform the CRM' });
  await dialog.getByLabel('Cause').selectOption('http_404');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Count' }).click();
  await dialog.getByText('3 executions match.').waitFor();
  // Going back keeps the fields.
  await dialog.getByRole('button', { name: 'Back' }).click();
  await dialog.getByLabel('Action').selectOption('cancel');
  expect(await dialog.getByLabel('Cause').count()).toBe(0);
  await dialog.getByLabel('Action').selectOption('retry');
  await dialog.getByLabel('Cause').selectOption('http_404');
  await dialog.getByRole('button', { name: 'Count' }).click();
  await dialog.getByRole('button', { name: 'Retry 3 executions' }).click();
  await dialog.getByText('2 executions retried, 1 not possible.').waitFor();
  await dialog.getByText('1 execution: The person was erased').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await dialog.getByText('2 executions retried, 1 not possible.').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await waitFor(async () => (await page.locator('td .status', { hasText: 'Completed' }).count()) === 2, {
    what: 'the retried executions in the list',
  });
  expect(problems).toEqual([]);
  await context.close();
});
