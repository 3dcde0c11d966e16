import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../support/journeys';
import { readSink } from '../support/mail-sink';
import { timerEndMs } from '../support/temporal-history';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

const world = useWorld();

beforeAll(() => world.startWorker());

const until = (journeyId: string, status: string) =>
  waitFor(async () => (await executionsOf(world, journeyId)).find((execution) => execution['status'] === status));

const send = (id: string, communicationId: string, next: string) => ({ id, kind: 'send', communicationId, next });
const wait = (id: string, duration: string, next: string) => ({ id, kind: 'wait', duration, next });
const exit = (id: string, reason?: string) => ({ id, kind: 'exit', ...(reason === undefined ? {} : { reason }) });

test('an execution sends through SES, moves from step to step, and completes with the exit’s reason', async () => {
  const communicationId = await createCommunication(world, 'Welcome, {{ attributes.name }}');
  const person = await createSubject(world, { name: 'Ada <b>' });
  const journey = await publishJourney(world, [
    send('hello', communicationId, 'pause'),
    wait('pause', 'PT1S', 'end'),
    exit('end', 'greeted'),
  ]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const done = await until(journey.id, 'COMPLETED');
  expect(done).toMatchObject({ currentStepId: 'end', exitReason: 'greeted', endUserId: person.id });

  const [message, ...others] = await readSink(world.sesEndpoint, person.email);
  expect(others).toEqual([]);
  expect(message?.subject).toBe('Welcome, Ada <b>');
  expect(message?.body.html).toContain('Hello Ada &lt;b&gt;');
  const headers = Object.fromEntries((message?.headers ?? []).map(({ name, value }) => [name, value]));
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const unsubscribeUrl = headers['List-Unsubscribe']?.slice(1, -1) ?? '';
  expect(message?.body.text).toContain(unsubscribeUrl);

  const [sent] = await world.database('sends').where({ end_user_id: person.id });
  expect(sent).toMatchObject({ status: 'sent', provider_message_id: message?.messageId, step_id: 'hello' });
  const steps = await world
    .database('execution_steps')
    .where({ execution_id: sent?.execution_id })
    .orderBy('entered_at');
  expect(steps.map(({ step_id, status }) => [step_id, status])).toEqual([
    ['hello', 'executed'],
    ['pause', 'executed'],
    ['end', 'executed'],
  ]);
});

test('after a one-click unsubscribe, the send is skipped with the reason, and the execution continues', async () => {
  const communicationId = await createCommunication(world, 'Again');
  const person = await createSubject(world);
  const journey = await publishJourney(world, [send('again', communicationId, 'end'), exit('end')]);
  await trackEvent(world, journey.eventName, person.visitorId);
  await until(journey.id, 'COMPLETED');
  const [message] = await readSink(world.sesEndpoint, person.email);
  const link = message?.headers?.find(({ name }) => name === 'List-Unsubscribe')?.value.slice(1, -1) ?? '';
  const path = new URL(link).pathname;
  expect((await world.api.raw(path, { method: 'GET' })).status).toBe(200);
  expect((await world.api.get(`/api/end-users/${person.id}`)).body.consent).toMatchObject({ marketing: true });
  expect((await world.api.raw(path, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200);
  expect((await world.api.raw(`${path}x`, { method: 'POST' })).status).toBe(404);
  expect((await world.api.get(`/api/end-users/${person.id}`)).body.consent).toMatchObject({ marketing: false });

  await trackEvent(world, journey.eventName, person.visitorId);
  await waitFor(
    async () => (await executionsOf(world, journey.id)).filter(({ status }) => status === 'COMPLETED').length === 2,
  );
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(1);
  const skipped = await world
    .database('execution_steps')
    .join('executions', 'executions.id', 'execution_steps.execution_id')
    .where({ journey_id: journey.id, 'execution_steps.status': 'skipped' });
  expect(skipped).toMatchObject([{ step_id: 'again', reason: 'opt_out' }]);
});

test('publishing v2 while a v1 execution waits: it keeps v1’s steps and content; new events start v2', async () => {
  const communicationId = await createCommunication(world, 'Copy of v1');
  const journey = await publishJourney(world, [
    wait('pause', 'PT4S', 'later'),
    send('later', communicationId, 'end'),
    exit('end', 'v1'),
  ]);
  const early = await createSubject(world);
  await trackEvent(world, journey.eventName, early.visitorId);

  await world
    .database('communications')
    .where({ id: communicationId })
    .update({
      slots: JSON.stringify({ subject: 'Copy of v2', headline: '', body: 'New words.', ctaLabel: '', ctaUrl: '' }),
    });
  const { body: live } = await world.api.get(`/api/journeys/${journey.id}`);
  await world.api.patch(`/api/journeys/${journey.id}`, {
    updatedAt: live.updatedAt,
    steps: [send('now', communicationId, 'end'), exit('end', 'v2')],
  });
  expect((await world.api.post(`/api/journeys/${journey.id}/publish`)).body.version).toBe(2);
  const delayed = await createSubject(world);
  await trackEvent(world, journey.eventName, delayed.visitorId);

  await waitFor(
    async () => (await executionsOf(world, journey.id)).filter(({ status }) => status === 'COMPLETED').length === 2,
  );
  const byPerson = new Map((await executionsOf(world, journey.id)).map((one) => [one['endUserId'], one]));
  expect(byPerson.get(early.id)).toMatchObject({ version: 1, exitReason: 'v1' });
  expect(byPerson.get(delayed.id)).toMatchObject({ version: 2, exitReason: 'v2' });
  expect((await readSink(world.sesEndpoint, early.email)).map(({ subject }) => subject)).toEqual(['Copy of v1']);
  expect((await readSink(world.sesEndpoint, delayed.email)).map(({ subject }) => subject)).toEqual(['Copy of v2']);
});

test('three sends and two waits create at most 40 history events, which contain ids only', async () => {
  const first = await createCommunication(world, 'Secret subject one');
  // Names of messages are in histories.
  await world.database('communications').where({ id: first }).update({ name: 'Welcome' });
  const person = await createSubject(world, { name: 'Secret name' });
  const journey = await publishJourney(world, [
    send('s1', first, 'w1'),
    wait('w1', 'PT1S', 's2'),
    send('s2', first, 'w2'),
    wait('w2', 'PT1S', 's3'),
    send('s3', first, 'end'),
    exit('end', 'Secret reason'),
  ]);
  await trackEvent(world, journey.eventName, person.visitorId, { data: { note: 'Secret data' } });
  const { workflowId } = await until(journey.id, 'COMPLETED');
  const workflow = world.temporal.workflow.getHandle(workflowId ?? '');
  await workflow.result();
  const history = await workflow.fetchHistory();
  expect(history.events?.length).toBeGreaterThan(20);
  expect(history.events?.length).toBeLessThanOrEqual(40);

  const text = readable(history);
  expect(text).toContain('"kind":"send"');
  expect(text).toContain(person.id);
  for (const hidden of [person.email, '@example.com', 'Secret', 'Glad to see you']) expect(text).not.toContain(hidden);
  expect(await readSink(world.sesEndpoint, person.email)).toHaveLength(3);
});

test('an execution can be found by search attributes and understood without the source code', async () => {
  const person = await createSubject(world);
  const journey = await publishJourney(world, [wait('long', 'PT1H', 'end'), exit('end')]);
  await trackEvent(world, journey.eventName, person.visitorId);
  await waitFor(async () => (await executionsOf(world, journey.id)).length === 1);
  const query = `JourneyName="Test journey" and EndUserId="${person.id}" and CurrentStepId="long" and JourneyVersion=1`;
  const found = await waitFor(async () => {
    const { value } = await world.temporal.workflow.list({ query })[Symbol.asyncIterator]().next();
    return value as { workflowId: string } | undefined;
  });
  const description = await world.temporal.workflow.getHandle(found.workflowId).describe();
  const journeyUrl = `${world.environment['PUBLIC_URL'] ?? 'http://127.0.0.1:3000'}/console/journeys/${journey.id}`;
  const execution = `${journeyUrl}/executions/${found.workflowId.replace('journey/', '')}`;
  expect(await description.staticSummary()).toBe('Test journey v1');
  expect(await description.staticDetails()).toContain(`(${execution})`);
  expect(description.memo).toEqual({ execution, journey: journeyUrl });
  const run = world.temporal.workflow.getHandle(found.workflowId);
  await run.cancel();
  expect(await until(journey.id, 'CANCELED')).toMatchObject({ exitReason: 'canceled', currentStepId: 'long' });
  await expect(run.result()).rejects.toThrow();
  expect((await run.describe()).memo).toMatchObject({ ended: 'Ended: canceled.' });
});

test('a wait of days uses calendar days in the subject’s timezone', async () => {
  const person = await createSubject(world);
  await world.database('end_users').where({ id: person.id }).update({ timezone: 'America/Los_Angeles' });
  const journey = await publishJourney(world, [wait('days', 'P3D', 'end'), exit('end')]);
  await trackEvent(world, journey.eventName, person.visitorId);
  const step = await waitFor(() => world.database('execution_steps').where({ step_id: 'days' }).first());
  const local = (date: Date): string =>
    date.toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles', hour: '2-digit', minute: '2-digit' });
  expect(local(step.resumes_at as Date)).toBe(local(step.entered_at as Date));
  const [execution] = await executionsOf(world, journey.id);
  // The record is written before the workflow starts its timer.
  const firesAtMs = await waitFor(
    async () => timerEndMs(await world.temporal.workflow.getHandle(execution?.['workflowId'] ?? '').fetchHistory()),
    { what: 'the timer' },
  );
  expect(firesAtMs).toBe((step.resumes_at as Date).getTime());
});

/** Returns the content of a history with its payloads decoded. */
function readable(value: unknown): string {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8');
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, child]) => `${key}=${readable(child)}`)
    .join('\n');
}
