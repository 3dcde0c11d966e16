import { executionsOf, createCommunication, createSubject, publishJourney } from '../../support/journeys';
import { startSesStandIn, type SesStandIn } from '../../support/ses-stand-in';
import { reasonOf } from '../../../temporal/reason';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Messages with an unknown outcome, because the SES stand-in resets the connection after reading the request. */

const world = useWorld();
let ses: SesStandIn;

beforeAll(async () => {
  ses = await startSesStandIn();
  await world.startWorker({ SES_ENDPOINT: ses.endpoint, SES_TIMEOUT_MS: '2000' });
  expect((await world.ownerApi.patch('/api/workspace', { frequencyCap: null, quietHours: null })).status).toBe(200);
});

afterAll(() => ses.stop());

beforeEach(() => ses.failWith(null));

const chooseOutcome = (unknownOutcome: string) => world.ownerApi.patch('/api/workspace', { unknownOutcome });

/** Runs an execution with one message to its end, or to a wait after the message. */
async function runOnce({ waits = false } = {}) {
  const communicationId = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'mail', kind: 'send', communicationId, next: waits ? 'pause' : 'end' },
    ...(waits ? [{ id: 'pause', kind: 'wait', duration: 'P1D', next: 'end' }] : []),
    { id: 'end', kind: 'exit' },
  ]);
  const { id: endUserId, email } = await createSubject(world);
  await world.api.post('/api/v1/events', { events: [{ type: journey.eventName, email }] });
  const execution = await waitFor(async () => {
    const [run] = await executionsOf(world, journey.id);
    return run?.['status'] === 'COMPLETED' || run?.['currentStepId'] === 'pause' ? run : null;
  });
  const path = `/api/journeys/${journey.id}/executions/${String(execution['executionArn']).split('/').pop()}`;
  return { path, email, endUserId, journeyId: journey.id, workflowId: String(execution['workflowId']) };
}

async function runWithUnknownOutcome(options = {}) {
  ses.failWith('reset');
  const run = await runOnce(options);
  ses.failWith(null);
  expect(await stepOf(run.path)).toMatchObject({
    status: 'failed',
    reason: 'outcome_unknown',
    send: { status: 'unknown' },
  });
  return run;
}

const stepOf = async (path: string) =>
  (await world.api.get(path)).body.steps.find(({ stepId }: { stepId: string }) => stepId === 'mail');

const messagesTo = (address: string): number => ses.accepted.filter((one) => one === address).length;

const resend = (path: string, stepId = 'mail') => world.api.post(`${path}/sends/${stepId}/resend`);

const becomes = (path: string, status: string) =>
  waitFor(async () => (await stepOf(path)).send.status === status, { what: `the message to be ${status}` });

test('an update of the workflow sends it again, or says why not', async () => {
  const { path, email, workflowId } = await runWithUnknownOutcome({ waits: true });
  const run = world.temporal.workflow.getHandle(workflowId);
  const update = (stepId: string) => run.executeUpdate('resend_unknown', { args: [{ stepId }] });
  expect(await update('mail')).toEqual({ stepId: 'mail', action: 'resend_unknown' });
  await becomes(path, 'sent');
  expect(messagesTo(email)).toBe(1);
  const refused = async (stepId: string) =>
    reasonOf(
      await update(stepId).then(
        () => null,
        (error: unknown) => error,
      ),
    );
  expect(await refused('mail')).toContain('The message was already sent again.');
  expect(await refused('pause')).toContain('Send of step');
});

test('sends once for any number of requests after the execution has ended', async () => {
  const { path, email, journeyId } = await runWithUnknownOutcome();
  const responses = await Promise.all([resend(path), resend(path), resend(path)]);
  expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
  for (const { status } of responses) expect([200, 409]).toContain(status);
  await becomes(path, 'sent');
  expect(await stepOf(path)).toMatchObject({
    status: 'executed',
    reason: null,
    send: { status: 'sent', failure: null },
  });
  expect(messagesTo(email)).toBe(1);
  const again = await resend(path);
  expect([again.status, again.body.code, again.body.error]).toEqual([
    409,
    'CONFLICT',
    'The message was already sent again.',
  ]);
  const stats = await world.api.get(`/api/journeys/${journeyId}/step-stats`);
  expect(stats.body[0]).toMatchObject({ stepId: 'mail', executed: 1, failed: 0 });
  const audit = await world.api.get(`/api/journeys/${journeyId}/audit`);
  expect(audit.body.filter(({ action }: { action: string }) => action === 'execution.message_resent')).toHaveLength(1);
});

test('a second unknown outcome can be resent, too', async () => {
  const { path, email } = await runWithUnknownOutcome();
  ses.failWith('reset');
  expect((await resend(path)).status).toBe(200);
  await becomes(path, 'unknown');
  ses.failWith(null);
  expect((await resend(path)).status).toBe(200);
  await becomes(path, 'sent');
  expect(messagesTo(email)).toBe(1);
});

test('during an outage, a resend waits and is sent once', async () => {
  const { path, email } = await runWithUnknownOutcome();
  ses.failWith({ status: 503, name: 'ServiceUnavailable' });
  const before = ses.requests();
  expect((await resend(path)).status).toBe(200);
  await waitFor(() => ses.requests() > before, { what: 'the request' });
  ses.failWith(null);
  await becomes(path, 'sent');
  expect(messagesTo(email)).toBe(1);
});

test.each<[string, (run: Awaited<ReturnType<typeof runOnce>>) => Promise<unknown>, string]>([
  [
    'has opted out',
    ({ endUserId }) => world.api.patch(`/api/end-users/${endUserId}`, { consent: { marketing: false } }),
    'The person does not consent to marketing emails.',
  ],
  ['is suppressed', ({ email }) => world.api.post('/api/suppressions', { email }), 'The address is suppressed.'],
])('is refused if the person %s', async (_, happen, message) => {
  const run = await runWithUnknownOutcome();
  await happen(run);
  const refused = await resend(run.path);
  expect([refused.status, refused.body.error]).toEqual([409, message]);
  expect(messagesTo(run.email)).toBe(0);
});

test('is refused for a known outcome and for an unknown execution or step', async () => {
  const { path } = await runOnce();
  const sent = await resend(path);
  expect([sent.status, sent.body.error]).toEqual([
    409,
    expect.stringContaining('The status of this message is "sent"'),
  ]);
  expect((await resend(path, 'end')).status).toBe(404);
  expect((await resend(path.replace(/exe_\w+$/, 'exe_none'))).status).toBe(404);
});

describe('a workspace that prefers a duplicate to no message', () => {
  beforeAll(() => chooseOutcome('rather_twice'));
  afterAll(() => chooseOutcome('never_twice'));

  it('sends a message again after an unknown outcome', async () => {
    const before = ses.requests();
    ses.failWith('reset');
    const run = runOnce();
    await waitFor(() => ses.requests() > before, { what: 'the first request' });
    ses.failWith(null);
    const { path, email } = await run;
    expect(await stepOf(path)).toMatchObject({ status: 'executed', send: { status: 'sent' } });
    expect(messagesTo(email)).toBeGreaterThanOrEqual(1);
  });

  it('gives up after three requests', async () => {
    const before = ses.requests();
    ses.failWith('reset');
    const { path } = await runOnce();
    expect(await stepOf(path)).toMatchObject({ status: 'failed', reason: 'outcome_unknown' });
    expect(ses.requests() - before).toBe(3);
  });
});
