import { apiClient } from '../../support/api-client';
import { createSubject, publishJourney } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let communicationId: string;

// Each test needs its own communication because one test changes the text.
beforeEach(async () => {
  const response = await world.api.post('/api/communications', {
    name: 'Personal',
    commType: 'marketing',
    slots: {
      subject: 'Hi {{ attributes.first_name }}, on {{ attributes.plan }}',
      body: '{{ email }} {{ attributes.shoe_size }} {{ event.data.order }} {{ event.data.address }}',
    },
  });
  communicationId = response.body.id;
});

const steps = () => [
  {
    id: 'plan',
    kind: 'branch',
    arms: [{ id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'hello' }],
    else: 'end',
  },
  { id: 'hello', kind: 'send', communicationId, next: 'end' },
  { id: 'end', kind: 'exit' },
];

const simulate = (journeyId: string, body: object, api = world.api) =>
  api.post(`/api/journeys/${journeyId}/simulate`, body);

test('a made-up subject is traced with masked personal data, and only an audit entry is stored', async () => {
  const { id } = await publishJourney(world, steps());
  await world.api.patch('/api/workspace', { personalAttributes: ['shoe_size'] });
  const { status, body } = await simulate(id, {
    subjectAttributes: { email: 'Jane@Example.com', first_name: 'Jane', plan: 'pro', shoe_size: 38 },
    event: {
      type: 'ordered',
      visitorId: 'v1',
      url: 'https://shop.example/',
      timestamp: '2026-11-01T00:00:00Z',
      data: { order: 'o-17', address: 'Elm Street' },
    },
    at: '2026-03-02T12:00:00Z',
  });
  expect([status, body.eligible, body.sent]).toEqual([200, true, 0]);
  expect(body.trace).toMatchObject([
    { stepId: 'plan', armId: 'pro', at: '2026-03-02T12:00:00.000Z' },
    { stepId: 'hello', outcome: 'sent', rendered: { subject: 'Hi ***, on pro' } },
    { stepId: 'end', outcome: 'exit', reason: 'end' },
  ]);
  expect(body.trace[1].rendered.text).toContain('j***@e***.com *** o-17 ***');
  expect(JSON.stringify(body)).not.toMatch(/jane|elm street|38/i);
  for (const table of ['executions', 'journey_entries', 'sends', 'outbox', 'journey_arm_subjects']) {
    const rows = world.database(table).where({ workspace_id: world.demo.workspaceId });
    // The workspace’s digest schedule is unrelated to the journey.
    if (table === 'outbox') void rows.whereNot({ kind: 'sync_digest' });
    expect([table, await rows]).toEqual([table, []]);
  }
  const audit = await world.database('audit_entries').where({ subject_id: id, action: 'journey.simulated' });
  expect(audit).toMatchObject([{ metadata: { overrides: [], eligible: true } }]);
  expect(JSON.stringify(audit)).not.toMatch(/jane/i);
});

test('a real subject is checked for consent and suppression; only an owner may override', async () => {
  const { id } = await publishJourney(world, steps());
  const subject = await createSubject(world, { plan: 'pro', first_name: 'Ada' });
  await world.database('end_users').where({ id: subject.id }).update({ marketing_consent: false });
  await world.database('suppressions').insert({
    workspace_id: world.demo.workspaceId,
    id: 'sup_1',
    email: subject.email,
    reason: 'manual',
    origin: 'test',
  });
  const plain = await simulate(id, { subjectId: subject.id });
  const blocked = plain.body.decisions.filter(({ outcome }: { outcome: string }) => outcome === 'block');
  expect(blocked.map(({ check }: { check: string }) => check)).toEqual(['opt_out', 'suppression']);
  expect(plain.body.trace[1]).toMatchObject({ outcome: 'skipped', reason: 'opt_out' });

  const body = { subjectId: subject.id, overrides: ['opt_out', 'suppression'] };
  expect(await simulate(id, body)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
  const owner = apiClient(world.apiUrl, world.demo.userKey);
  const overridden = await simulate(id, body, owner);
  expect(overridden).toMatchObject({ status: 200, body: { eligible: true } });
  expect(overridden.body.trace[1]).toMatchObject({ outcome: 'sent', rendered: { subject: 'Hi ***, on pro' } });
  expect(JSON.stringify(overridden.body)).not.toContain(subject.email);
});

test('a simulation uses the draft with current content, or the latest version with its own content', async () => {
  const { id } = await publishJourney(world, steps());
  const subjectOf = async () => {
    const { body } = await simulate(id, { subjectAttributes: { email: 'a@example.com', plan: 'pro' } });
    return body.trace.map((step: { stepId: string; rendered?: { subject: string } }) => [
      step.stepId,
      step.rendered?.subject ?? null,
    ]);
  };
  await world
    .database('communications')
    .where({ id: communicationId })
    .update({ slots: JSON.stringify({ subject: 'New', headline: '', body: '', ctaLabel: '', ctaUrl: '' }) });
  expect(await subjectOf()).toEqual([
    ['plan', null],
    ['hello', 'Hi , on pro'],
    ['end', null],
  ]);
  const { body: journey } = await world.api.get(`/api/journeys/${id}`);
  const draft = [
    { id: 'only', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  await world.api.patch(`/api/journeys/${id}`, { updatedAt: journey.updatedAt, steps: draft });
  expect(await subjectOf()).toEqual([
    ['only', 'New'],
    ['end', null],
  ]);
});

test.each<[string, object, number]>([
  ['neither subject', {}, 400],
  ['both subjects', { subjectId: 'eus_none', subjectAttributes: {} }, 400],
  ['an unknown subject', { subjectId: 'eus_none' }, 404],
  ['an override that there is not, by who may not override', { subjectAttributes: {}, overrides: ['audience'] }, 403],
  ['an unknown field', { subjectAttributes: {}, send: true }, 400],
])('%s is refused', async (_, body, status) => {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect((await simulate(id, body)).status).toBe(status);
});

test('an unknown override is refused', async () => {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const body = { subjectAttributes: {}, overrides: ['audience'] };
  expect((await world.ownerApi.post(`/api/journeys/${id}/simulate`, body)).status).toBe(400);
});

test('a draft with invalid steps is refused with every problem', async () => {
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Broken',
    steps: [{ id: 'a', kind: 'wait', duration: 'PT1H', next: 'a' }],
  });
  const { status, body } = await simulate(journey.id, { subjectAttributes: {} });
  expect([status, body.details.length > 0]).toEqual([400, true]);
});

test('expensive messages are rendered in a thread, once for all steps, and failures are reported', async () => {
  const threadTasks = async (): Promise<number> => {
    const text = await (await fetch(`${world.apiUrl}/metrics`)).text();
    return Number(/apex_thread_tasks\{outcome="done"\} (\d+)/.exec(text)?.[1]);
  };
  const communication = async (html: string): Promise<string> =>
    (await world.api.post('/api/communications', { name: 'Costly', commType: 'marketing', html })).body.id as string;
  const [fine, endless] = [
    await communication('<p>x{% for i in (1..3000) %}{{ i }}{% endfor %}</p>'),
    await communication('{% for i in (1..1000) %}{% for j in (1..1000) %}{{ j }}{% endfor %}{% endfor %}'),
  ];
  const { id } = await publishJourney(world, [
    { id: 'one', kind: 'send', communicationId: fine, next: 'two' },
    { id: 'two', kind: 'send', communicationId: endless, next: 'three' },
    { id: 'three', kind: 'send', communicationId: fine, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const before = await threadTasks();
  const { status, body } = await simulate(id, { subjectAttributes: { email: 'a@example.com' } });
  expect(status).toBe(200);
  expect(body.trace).toMatchObject([
    { outcome: 'sent', rendered: { html: expect.stringContaining('29993000</p>') } },
    { outcome: 'failed', reason: 'template_error' },
    { outcome: 'sent' },
    { outcome: 'exit' },
  ]);
  expect(await threadTasks()).toBe(before + 1);
});

describe('a dry run of very long messages', () => {
  const long = 'x'.repeat(199_000);
  const communicationOf = async (text: string): Promise<string> => {
    const made = await world.api.post('/api/communications', { name: 'Long', commType: 'marketing', text });
    return made.body.id as string;
  };
  const sending = (ids: readonly string[]) => [
    ...ids.map((id, index) => ({
      id: `s${index}`,
      kind: 'send',
      communicationId: id,
      onSkip: 'continue',
      next: index + 1 < ids.length ? `s${index + 1}` : 'end',
    })),
    { id: 'end', kind: 'exit' },
  ];
  const subjectAttributes = { email: 'jane@example.com' };

  test('is refused before reading them, for a version and for a draft', async () => {
    const ids = await Promise.all(Array.from({ length: 21 }, (_, index) => communicationOf(`${index}${long}`)));
    const draft = await world.api.post('/api/journeys', { name: 'Long', steps: sending(ids) });
    const published = await publishJourney(world, sending(ids));
    for (const id of [draft.body.id, published.id]) {
      expect((await simulate(id, { subjectAttributes })).body).toMatchObject({
        code: 'VALIDATION_ERROR',
        error: expect.stringMatching(/have 4\d{6} characters, but the limit for a dry run is 4000000\. Use/),
      });
    }
  });

  test('is refused if the steps repeat them', async () => {
    const id = await communicationOf(long);
    const { id: few } = await publishJourney(world, sending(Array<string>(3).fill(id)));
    expect((await simulate(few, { subjectAttributes })).body.trace).toHaveLength(4);
    const { id: many } = await publishJourney(world, sending(Array<string>(21).fill(id)));
    expect((await simulate(many, { subjectAttributes })).body).toMatchObject({
      code: 'VALIDATION_ERROR',
      error: expect.stringContaining('The messages of the steps have more than 4000000 characters'),
    });
  });
});
