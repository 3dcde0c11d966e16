import { readFileSync } from 'node:fs';
import { newId } from '../../db/connection/ids';
import { insertDeferral } from '../../db/journeys/execution-steps';
import { insertMovement } from '../../db/journeys/movements';
import { accessibilityProblems, aroundConsoleTests, settled, signInTo } from '../support/console';
import { storeRuns, storeSubjects } from '../support/journey-rows';
import { createCommunication, createSubject, publishJourney } from '../support/journeys';
import { addMember } from '../support/members';
import { startSesStandIn, type SesStandIn } from '../support/ses-stand-in';
import { waitFor } from '../support/wait-for';

let ses: SesStandIn;
const worker: Record<string, string> = { OUTBOX_POLL_MS: '100', SES_TIMEOUT_MS: '2000' };
beforeAll(async () => {
  ses = await startSesStandIn();
  worker.SES_ENDPOINT = ses.endpoint;
});
afterAll(() => ses.stop());

const service = aroundConsoleTests(worker);

/** A journey that greets people called Ada, and waits. */
async function publishGreeting() {
  const communicationId = await createCommunication(service.world, 'Hello {{ attributes.name }}');
  const when = { field: 'attributes.name', operator: 'equals', value: 'Ada' };
  return publishJourney(service.world, [
    { id: 'who', kind: 'branch', arms: [{ id: 'ada', when, next: 'greet' }], else: 'end' },
    { id: 'greet', kind: 'send', communicationId, next: 'pause' },
    { id: 'pause', kind: 'wait', duration: 'P7D', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
}

test('an admin starts an execution manually, follows it, sees its message, and cancels it', async () => {
  const journey = await publishGreeting();
  const person = await createSubject(service.world, { name: 'Ada' });
  const { page, context, problems } = await service.open(`/journeys/${journey.id}?view=executions`);
  await signInTo(page, await addMember(service.world, 'admin'));
  problems.length = 0;
  await page.getByText('No executions yet.').waitFor();
  await page.getByRole('button', { name: 'Start manually' }).click();
  await page.getByLabel('Search by address, name or ID').fill(person.email);
  await page.getByRole('button', { name: `Start for ${person.email}` }).click();
  await page.getByRole('heading', { level: 1, name: `${person.email} in ` }).waitFor();
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await timeline.getByText('Took ada: attributes.name is Ada').waitFor();
  await timeline.getByText(/^Waits until /).waitFor();
  await timeline.getByText('Show message').click();
  await page.frameLocator('iframe').getByText('Glad to see you.').last().waitFor();
  await page.getByRole('link', { name: person.email }).waitFor();
  await page.getByRole('button', { name: 'Cancel execution' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The execution stops at pause').waitFor();
  await dialog.getByLabel('Reason (optional)').fill('Asked by support');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel execution' }).click();
  await page.locator('main .status', { hasText: 'Canceled' }).waitFor();
  await timeline.getByText('Ended here by an operator: Asked by support').waitFor();
  expect(await timeline.getByText(/Waiting|so far/).count()).toBe(0);
  expect(await page.getByRole('button', { name: 'Cancel execution' }).count()).toBe(0);
  await page.goto(`${service.world.apiUrl}/console/journeys/${journey.id}?view=executions`);
  const link = page.getByRole('link', { name: person.email });
  await link.waitFor();
  expect([await link.getAttribute('title'), await link.getAttribute('href')]).toEqual([
    person.id,
    `/console/people/${person.id}`,
  ]);
  expect(problems).toEqual([]);
  await context.close();
});

test('an admin ends a wait; a member cannot', async () => {
  const journey = await publishGreeting();
  const person = await createSubject(service.world, { name: 'Ada' });
  const started = await service.world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id });
  const path = `/journeys/${journey.id}/executions/${String(started.body.executionArn).split('/').at(-1)}`;
  await waitFor(async () => (await service.world.api.get(`/api${path}`)).body.currentStepId === 'pause');

  const asMember = await service.openSignedIn(path, await addMember(service.world, 'member'));
  await asMember.page.getByText(/^Waits until /).waitFor();
  expect(await asMember.page.getByRole('button', { name: 'Move on' }).count()).toBe(0);
  await asMember.context.close();

  const { page, context, problems } = await service.openSignedIn(path, await addMember(service.world, 'admin'));
  await page.getByRole('button', { name: 'Move on' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('as if the time of the wait were over').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Move on' }).click();
  await page.locator('main .status', { hasText: 'Completed' }).first().waitFor();
  expect(await page.getByRole('button', { name: 'Move on' }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

test('a refused start shows its reason', async () => {
  const journey = await publishGreeting();
  const person = await createSubject(service.world, { name: 'Ada' });
  await service.world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id });
  const { page, context } = await service.open(`/journeys/${journey.id}?view=executions`);
  await signInTo(page, service.world.demo.owner);
  await page.getByRole('button', { name: 'Start manually' }).click();
  await page.getByLabel('Search by address, name or ID').fill(person.email);
  await page.getByRole('button', { name: `Start for ${person.email}` }).click();
  await page.getByRole('alert').getByText('the re-entry rule does not let the person enter again').waitFor();
  await context.close();
});

test('the list is filtered by address and paged, and only renders visible rows', async () => {
  const journey = await publishGreeting();
  const runs = Array.from({ length: 230 }, (_, place) => ({
    id: newId('execution'),
    endUserId: `eus_${place}`,
    startedAt: new Date(Date.now() - place * 60_000),
    status: place % 10 === 0 ? 'FAILED' : 'COMPLETED',
  }));
  await storeRuns(service.world.database, { workspaceId: service.world.demo.workspaceId, journeyId: journey.id }, runs);
  const { page, context, problems } = await service.open(`/journeys/${journey.id}?view=executions`);
  await signInTo(page, await addMember(service.world, 'member'));
  problems.length = 0;
  const more = page.getByRole('button', { name: 'Load more' });
  await page.getByText('100 results loaded').waitFor();
  await more.click();
  await page.getByText('200 results loaded').waitFor();
  expect(await page.locator('tbody tr').count()).toBeLessThan(100);
  await more.click();
  await page.getByText('230 results').waitFor();
  await page.getByLabel('Status').selectOption('FAILED');
  await page.getByText('23 results').waitFor();
  expect(new URL(page.url()).searchParams.get('status')).toBe('FAILED');
  const person = page.getByLabel('Email or ID');
  await person.fill('eus_0');
  await person.press('ArrowLeft');
  await person.pressSequentially('1');
  expect(await person.inputValue()).toBe('eus_10');
  await page.getByText('1 result', { exact: true }).waitFor();
  // A member may neither start nor cancel.
  expect(await page.getByRole('button', { name: /Start manually|Cancel execution/ }).count()).toBe(0);
  await page.getByLabel('Step').selectOption('greet');
  await page.getByText('No matches.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test('an admin resends a message with an unknown outcome; a member cannot', async () => {
  const journey = await publishGreeting();
  const person = await createSubject(service.world, { name: 'Ada' });
  ses.failWith('reset');
  const started = await service.world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id });
  const path = `/journeys/${journey.id}/executions/${String(started.body.executionArn).split('/').at(-1)}`;
  await waitFor(async () => (await service.world.api.get(`/api${path}`)).body.currentStepId === 'pause');
  ses.failWith(null);

  const asMember = await service.openSignedIn(path, await addMember(service.world, 'member'));
  await asMember.page.getByRole('list', { name: 'Timeline' }).waitFor();
  expect(await asMember.page.getByRole('button', { name: 'Resend' }).count()).toBe(0);
  await asMember.context.close();

  const { page, context, problems } = await service.openSignedIn(path, await addMember(service.world, 'admin'));
  await page.getByRole('button', { name: 'Resend' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('The person may get the message twice.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await page.getByText('Resending the message.').waitFor();
  await waitFor(() => ses.accepted.includes(person.email));
  await page
    .getByRole('list', { name: 'Timeline' })
    .locator('.status', { hasText: /^Sent$/ })
    .waitFor();
  expect(await page.getByRole('button', { name: 'Resend' }).count()).toBe(0);
  expect(ses.accepted.filter((address) => address === person.email)).toHaveLength(1);
  expect(problems).toEqual([]);
  await context.close();
});

test('impact shows entries by day, and what was reached, skipped, delayed by quiet hours and sent', async () => {
  const journey = await publishGreeting();
  const { workspaceId } = service.world.demo;
  const ids = Array.from({ length: 4 }, () => newId('execution'));
  const runs = ids.map((id, place) => ({ id, endUserId: `eus_${place}`, status: 'RUNNING', currentStepId: 'greet' }));
  await storeRuns(service.world.database, { workspaceId, journeyId: journey.id }, runs);
  for (const executionId of ids.slice(1)) {
    await insertDeferral(service.world.database, { workspaceId, executionId, stepId: 'greet' }, 'quiet_hours');
  }
  const leave = (executionId: string, outcome: { status: 'executed' | 'skipped'; reason?: string }) =>
    insertMovement(service.world.database, {
      workspaceId,
      executionId,
      left: { stepId: 'greet', kind: 'send', ...outcome },
      at: { stepId: 'pause', kind: 'wait' },
    });
  await leave(ids[0]!, { status: 'executed' });
  await leave(ids[1]!, { status: 'executed' });
  await leave(ids[2]!, { status: 'skipped', reason: 'frequency_cap' });
  const cohorts = ['exposed', 'exposed', 'holdout'] as const;
  const subjects = cohorts.map((cohort, place) => ({ endUserId: `eus_${place}`, cohort, firstEnteredAt: new Date() }));
  await storeSubjects(service.world.database, { workspaceId, journeyId: journey.id }, subjects);
  const { page, context, problems } = await service.openSignedIn(`/journeys/${journey.id}?view=impact`);
  const days = page.getByRole('slider', { name: 'Entries by day' });
  await page.locator('[role=slider][aria-valuetext$=": Entered 3 people. Published v1"]').waitFor();
  await days.press('ArrowLeft');
  expect(await days.getAttribute('aria-valuetext')).toMatch(/: Entered 0 people$/);
  const chart = page.getByRole('figure', { name: 'Entries by day' });
  await chart.getByText('Show as table').click();
  expect(await accessibilityProblems(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await chart.getByRole('button', { name: 'Download CSV' }).click();
  const csv = readFileSync(await (await download).path(), 'utf8');
  const { body } = await service.world.api.get(`/api/journeys/${journey.id}/calibrated-impact`);
  const trend = body.dailyTrend as { date: string; exposed: number; holdout: number }[];
  expect(csv.split('\r\n').slice(1, -1)).toEqual(
    trend.map(({ date, exposed, holdout }, place) =>
      [date, exposed + holdout, place === trend.length - 1 ? 'Published v1' : ''].join(','),
    ),
  );
  const row = (name: string) => page.getByRole('row', { name: new RegExp(`^${name} `) });
  await row('Reached 3').waitFor();
  await row('Frequency cap −1').waitFor();
  await row('Postponed: quiet hours 3').waitFor();
  await row('Sent 2').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

test.each(['light', 'dark'] as const)(
  'list and execution have no axe violations, in %s and at 360 px',
  async (colorScheme) => {
    const journey = await publishGreeting();
    const person = await createSubject(service.world, { name: 'Ada' });
    const started = await service.world.api.post(`/api/journeys/${journey.id}/executions`, { endUserId: person.id });
    const path = `/journeys/${journey.id}/executions/${String(started.body.executionArn).split('/').at(-1)}`;
    await waitFor(async () => (await service.world.api.get(`/api${path}`)).body.currentStepId === 'pause');
    const { page, context } = await service.open(path, { colorScheme, width: 360 });
    await signInTo(page, service.world.demo.owner);
    for (const one of [path, `/journeys/${journey.id}?view=executions`]) {
      await page.goto(`${service.world.apiUrl}/console${one}`);
      await settled(page);
      expect(await accessibilityProblems(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    }
    await context.close();
  },
);
