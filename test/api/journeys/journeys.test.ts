import { createCommunication, createSubject, executionsOf, publishJourney, trackEvent } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const draft = (steps: unknown[]) => world.api.post('/api/journeys', { name: 'Draft', steps });

test('a new journey is a draft with the default settings', async () => {
  const { status, body } = await world.api.post('/api/journeys', { name: 'New' });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    name: 'New',
    description: null,
    status: 'draft',
    version: 'draft',
    latestVersion: null,
    goalEventWindowDays: 7,
    holdoutPercent: 10,
    reentry: 'after_exit',
    steps: [{ kind: 'exit' }],
    draft: { steps: [{ kind: 'exit' }], updatedAt: body.updatedAt },
  });
});

test('a holdout percentage is stored exactly in a draft, a version and the workspace default', async () => {
  for (const holdoutPercent of [33.333, 0.004, 99.996]) {
    const { body: journey } = await world.api.post('/api/journeys', { name: 'Fine', holdoutPercent });
    expect(journey).toMatchObject({ holdoutPercent });
    await world.api.post(`/api/journeys/${journey.id}/publish`);
    const { body: published } = await world.api.get(`/api/journeys/${journey.id}?version=1`);
    expect(published).toMatchObject({ version: 1, holdoutPercent });
    expect((await world.api.patch('/api/workspace', { holdoutPercent })).body).toMatchObject({ holdoutPercent });
    expect((await world.api.get('/api/workspace')).body).toMatchObject({ holdoutPercent });
    expect((await world.api.post('/api/journeys', { name: 'New' })).body).toMatchObject({ holdoutPercent });
  }
  await world.api.patch('/api/workspace', { holdoutPercent: 10 });
});

test('publishing freezes a version, and changing the journey opens a draft from it', async () => {
  const communicationId = await createCommunication(world, 'Frozen');
  const steps = [
    { id: 'hello', kind: 'send', communicationId, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const { body: journey } = await draft(steps);
  const published = await world.api.post(`/api/journeys/${journey.id}/publish`);
  expect(published).toMatchObject({ status: 200, body: { id: journey.id, version: 1 } });
  const { body: live } = await world.api.get(`/api/journeys/${journey.id}`);
  expect(live).toMatchObject({ status: 'published', version: 1, latestVersion: 1, draft: null });

  const renamed = await world.api.patch(`/api/journeys/${journey.id}`, { updatedAt: live.updatedAt, name: 'Renamed' });
  expect(renamed.body).toMatchObject({ name: 'Renamed', draft: { steps: live.steps }, version: 'draft' });
  const named = await world.api.get(`/api/journeys/${journey.id}?version=1`);
  expect(named.body).toMatchObject({ name: 'Renamed', version: 1 });
  const opened = await world.api.put(`/api/journeys/${journey.id}`, {
    updatedAt: renamed.body.updatedAt,
    goalEventWindowDays: 3,
  });
  expect(opened.body).toMatchObject({ version: 'draft', latestVersion: 1, goalEventWindowDays: 3, steps: live.steps });
  const old = await world.api.get(`/api/journeys/${journey.id}?version=1`);
  expect(old.body).toMatchObject({ version: 1, goalEventWindowDays: 7 });
  await expect(
    world.database('journey_versions').where({ journey_id: journey.id }).update({ version: 9 }),
  ).rejects.toThrow(/never changed/);
});

test('publishing twice without a draft is refused', async () => {
  const { id } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  expect(await world.api.post(`/api/journeys/${id}/publish`)).toMatchObject({
    status: 409,
    body: { code: 'CONFLICT' },
  });
});

test('of 50 concurrent updates with the same updatedAt, one succeeds and 49 get 409', async () => {
  const { body: journey } = await draft([{ id: 'end', kind: 'exit' }]);
  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      world.api.patch(`/api/journeys/${journey.id}`, { updatedAt: journey.updatedAt, description: `writer ${index}` }),
    ),
  );
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const losers = responses.filter(({ status }) => status !== 200);
  expect(new Set(losers.map(({ status, body }) => `${status} ${String(body.code)}`))).toEqual(
    new Set(['409 STALE_UPDATE']),
  );
});

test('a journey cannot send a built-in template because it is transactional', async () => {
  const { body: journey } = await draft([
    { id: 'a', kind: 'send', communicationId: 'welcome', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  expect(await world.api.post(`/api/journeys/${journey.id}/publish`)).toMatchObject({
    status: 400,
    body: { code: 'send_step_uses_transactional_comm', details: [{ path: 'steps.0.communicationId' }] },
  });
});

test('publish reports every problem in one response', async () => {
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Broken',
    triggerContractId: 'trg_missing',
    audienceId: 'aud_missing',
    steps: [
      { id: 'a', kind: 'send', communicationId: 'com_missing', next: 'b' },
      { id: 'b', kind: 'wait', duration: 'PT1H', next: 'a' },
      { id: 'c', kind: 'wait', duration: 'PT1H', next: 'nowhere' },
      { id: 'c', kind: 'exit' },
    ],
  });
  const { status, body } = await world.api.post(`/api/journeys/${journey.id}/publish`);
  expect(status).toBe(400);
  expect(body.code).toBe('VALIDATION_ERROR');
  expect(body.details.map(({ path }: { path: string }) => path).sort()).toEqual([
    'audienceId',
    'steps.0.communicationId',
    'steps.1.next',
    'steps.2',
    'steps.2.next',
    'steps.3',
    'steps.3.id',
    'triggerContractId',
  ]);
  expect(body.error).toContain('a → b → a');
});

test('publish with seven different faults reports seven problems, one of each', async () => {
  const arm = (id: string, weight: number) => ({ id, weight, next: 'end' });
  const { body: journey } = await draft([
    { id: 'first', kind: 'send', communicationId: 'com_missing', next: 'split' },
    { id: 'split', kind: 'experiment', arms: [arm('a', 0.5), arm('b', 0.4)] },
    { id: 'apart', kind: 'branch', arms: [], else: 'end' },
    { id: 'call', kind: 'webhook', url: 'https://crm.example.com/', body: '{{ email | shout }}', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const steps = [
    ...journey.steps.slice(0, 1),
    {
      ...journey.steps[1],
      arms: [arm('a', 0.5), { ...arm('b', 0.4), next: 'nowhere' }, { ...arm('c', 0), next: 'back' }],
    },
    ...journey.steps.slice(2),
    { id: 'back', kind: 'wait', duration: 'PT1H', next: 'round' },
    { id: 'round', kind: 'wait', untilEvent: { eventName: 'paid', timeout: 'P1D', timeoutNext: 'call' }, next: 'back' },
  ];
  const path = `/api/journeys/${journey.id}`;
  expect((await world.api.patch(path, { updatedAt: journey.updatedAt, steps })).status).toBe(200);
  const { status, body } = await world.api.post(`${path}/publish`);
  expect([status, body.code, body.status]).toEqual([400, 'VALIDATION_ERROR', 400]);
  expect(body.details).toEqual([
    { path: 'steps.0.communicationId', message: 'Communication "com_missing" does not exist.' },
    { path: 'steps.1.arms', message: 'The weights of step "split" add up to 0.9. They must add up to 1.' },
    { path: 'steps.2.arms', message: 'Step "apart" has no arms. Add at least one.' },
    { path: 'steps.1.arms.1.next', message: 'Step "split" leads to step "nowhere", which does not exist.' },
    { path: 'steps.6.next', message: 'The steps form a loop: back → round → back.' },
    { path: 'steps.2', message: 'Step "apart" cannot be reached from the first step.' },
    {
      path: 'steps.3.body',
      message: 'The body of step "call" cannot be used: undefined filter: shout, line:1, col:1.',
    },
  ]);
  expect((await world.api.get(path)).body).toMatchObject({ status: 'draft', latestVersion: null });
});

test('a draft keeps a message and a URL that are not chosen yet, and publishing names them', async () => {
  const steps = [
    { id: 'hello', kind: 'send', communicationId: '', next: 'call' },
    { id: 'call', kind: 'webhook', url: '', headers: { 'X-Plan': 'pro' }, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const created = await world.api.post('/api/journeys', { name: 'Unfinished', steps });
  expect(created).toMatchObject({ status: 201, body: { steps: [{ communicationId: '' }, { url: '' }, {}] } });
  const path = `/api/journeys/${created.body.id}`;
  const { updatedAt } = created.body;
  expect((await world.api.patch(path, { updatedAt, steps: created.body.steps })).status).toBe(200);
  const simulated = await world.api.post(`${path}/simulate`, { subjectAttributes: { email: 'ada@example.com' } });
  expect(simulated.status).toBe(200);
  expect((await world.api.post(`${path}/publish`)).body.details).toEqual([
    { path: 'steps.0.communicationId', message: 'Choose a message for step "hello".' },
    { path: 'steps.1.url', message: 'Enter a URL for step "call".' },
  ]);
});

test('a send step with a transactional communication has its own error code', async () => {
  const { body: communication } = await world.api.post('/api/communications', {
    name: 'Receipt',
    commType: 'transactional',
    slots: { subject: 'Your receipt' },
  });
  const { body: journey } = await draft([
    { id: 'a', kind: 'send', communicationId: communication.id, next: 'b' },
    { id: 'b', kind: 'exit' },
  ]);
  const { status, body } = await world.api.post(`/api/journeys/${journey.id}/publish`);
  expect([status, body.code, body.status]).toEqual([400, 'send_step_uses_transactional_comm', 400]);
});

test('an event starts a journey only for the verified person of its visitor', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const person = await createSubject(world);
  await trackEvent(world, eventName, 'visitor-nobody-knows');
  await trackEvent(world, 'another_event', person.visitorId);
  expect(await executionsOf(world, id)).toEqual([]);
  await trackEvent(world, eventName, person.visitorId);
  const [execution, ...others] = await executionsOf(world, id);
  expect(others).toEqual([]);
  expect(execution).toMatchObject({
    endUserId: person.id,
    status: 'RUNNING',
    currentStepId: 'end',
    version: 1,
    endedAt: null,
    exitReason: null,
  });
  expect(execution?.['executionArn']).toMatch(
    new RegExp(`^arn:apex:journeys:${world.demo.workspaceId}:execution/${id}/1/exe_[0-9a-z]{26}$`),
  );
  expect(execution?.['workflowId']).toMatch(/^journey\/exe_/);
});

test('a trigger contract’s condition can use the event’s data', async () => {
  const person = await createSubject(world);
  const { body: contract } = await world.api.post('/api/trigger-contracts', {
    eventName: 'purchase_over',
    where: { field: 'event.data.total', operator: 'at_least', value: 100 },
  });
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Big spenders',
    triggerContractId: contract.id,
    holdoutPercent: 0,
  });
  await world.api.post(`/api/journeys/${journey.id}/publish`);
  await trackEvent(world, 'purchase_over', person.visitorId, { data: { total: 99 } });
  expect(await executionsOf(world, journey.id)).toHaveLength(0);
  await trackEvent(world, 'purchase_over', person.visitorId, { data: { total: 100 } });
  expect(await executionsOf(world, journey.id)).toHaveLength(1);
});

test('a trigger contract’s condition can use the person’s attributes', async () => {
  const pro = await createSubject(world, { plan: 'pro' });
  const free = await createSubject(world, { plan: 'free' });
  const { body: contract } = await world.api.post('/api/trigger-contracts', {
    eventName: 'opened_settings',
    where: { field: 'attributes.plan', operator: 'equals', value: 'pro' },
  });
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Professionals',
    triggerContractId: contract.id,
    holdoutPercent: 0,
  });
  await world.api.post(`/api/journeys/${journey.id}/publish`);
  for (const { visitorId } of [pro, free]) await trackEvent(world, 'opened_settings', visitorId);
  expect((await executionsOf(world, journey.id)).map(({ endUserId }) => endUserId)).toEqual([pro.id]);
});

test('the same event sent 50 times in parallel starts one execution', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { reentry: 'always' });
  const person = await createSubject(world);
  const responses = await Promise.all(
    Array.from({ length: 50 }, () => trackEvent(world, eventName, person.visitorId, { messageId: 'same-message' })),
  );
  expect(new Set(responses.map(({ status, body }) => `${status} ${String(body.received)}`))).toEqual(
    new Set(['200 1']),
  );
  expect(await executionsOf(world, id)).toHaveLength(1);
  expect(await world.database('events').where({ message_id: 'same-message' })).toHaveLength(1);
});

test('50 parallel events of one person start one execution while re-entry waits for the exit', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const person = await createSubject(world);
  await Promise.all(Array.from({ length: 50 }, () => trackEvent(world, eventName, person.visitorId)));
  expect(await executionsOf(world, id)).toHaveLength(1);
  expect(await world.database('events').where({ type: eventName })).toHaveLength(50);
});

test('with re-entry once, a person enters only once, even after the execution has ended', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { reentry: 'once' });
  const person = await createSubject(world);
  await Promise.all(Array.from({ length: 10 }, () => trackEvent(world, eventName, person.visitorId)));
  await world.database('executions').where({ journey_id: id }).update({ status: 'COMPLETED', ended_at: new Date() });
  await trackEvent(world, eventName, person.visitorId);
  expect(await executionsOf(world, id)).toHaveLength(1);
});

test('a person in the holdout group is counted as triggered and gets no execution', async () => {
  const { id, eventName } = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { holdoutPercent: 100 });
  const person = await createSubject(world);
  await trackEvent(world, eventName, person.visitorId);
  expect(await executionsOf(world, id)).toEqual([]);
  expect(await world.database('journey_entries').where({ journey_id: id })).toMatchObject([
    { end_user_id: person.id, cohort: 'holdout', execution_id: null },
  ]);
});

test('the list of journeys is newest first and shows drafts and versions', async () => {
  const { body: older } = await draft([{ id: 'end', kind: 'exit' }]);
  const { id: newer } = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
  const { body } = await world.api.get('/api/journeys');
  expect(body.slice(0, 2).map(({ id, version }: { id: string; version: unknown }) => [id, version])).toEqual([
    [newer, 1],
    [older.id, 'draft'],
  ]);
});
