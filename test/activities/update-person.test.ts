import { createJourneyActivities } from '../../activities/journeys';
import type { Database } from '../../db/connection/pool';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import { createExecutionAt } from '../support/executions';

const world = useWorld({ temporal: false });
let other: Database;

beforeAll(() => {
  other = world.connect(2, 'killed-attempt');
});

/** Creates an execution at a step that sets these attributes. The person has the attributes `plan` and `score`. */
async function executionAt(attributes: object) {
  const steps = [
    { id: 'mark', kind: 'update_person', attributes, next: 'done' },
    { id: 'done', kind: 'exit', reason: 'marked' },
  ];
  const at = await createExecutionAt(world, 'mark', steps, {
    attributes: { plan: 'free', score: 1 },
    eventData: { seats: 3 },
  });
  const { workspaceId, executionId, stepId, endUserId } = at;
  return { input: { workspaceId, executionId, stepId }, endUserId, executionId };
}

const perform = (input: { workspaceId: string; executionId: string; stepId: string }, database = world.database) =>
  createJourneyActivities({ database }).performStep(input);

async function attributesOf(id: string): Promise<Record<string, unknown>> {
  const row = await world
    .database('end_users')
    .where({ id })
    .first<{ attributes: Record<string, unknown> }>('attributes');
  const { plan, score, seats, note } = row.attributes;
  return { plan, score, seats, note };
}

const positionOf = (id: string) => world.database('executions').where({ id }).first('current_step_id', 'exit_reason');
const moved = { current_step_id: 'done', exit_reason: 'marked' };
const unchanged = { plan: 'free', score: 1 };

it('sets values and rendered texts, removes null, keeps the others, and moves the execution on', async () => {
  const { input, endUserId, executionId } = await executionAt({
    plan: 'pro',
    score: null,
    seats: { count: 3 },
    note: '{{ attributes.plan }} with {{ event.data.seats }} seats',
  });
  expect(await perform(input)).toEqual({ outcome: { kind: 'done' } });
  expect(await attributesOf(endUserId)).toEqual({ plan: 'pro', seats: { count: 3 }, note: 'free with 3 seats' });
  expect(await positionOf(executionId)).toEqual(moved);
});

/** A branch on the attribute `tier`, with the exits `golden` and `plain`. */
const byTier = [
  {
    id: 'which',
    kind: 'branch',
    arms: [{ id: 'gold', when: { field: 'attributes.tier', operator: 'equals', value: 'GOLD' }, next: 'golden' }],
    else: 'plain',
  },
  { id: 'golden', kind: 'exit' },
  { id: 'plain', kind: 'exit' },
];

it('sets attributes that the next step sees', async () => {
  const { workspaceId } = world.demo;
  const attributes = { tier: '{{ event.data.tier | upcase }}' };
  const mark = { id: 'mark', kind: 'update_person', attributes, next: 'which' };
  const eventData = { tier: 'gold' };
  const { executionId } = await createExecutionAt(world, 'mark', [mark, ...byTier], { eventData });
  await perform({ workspaceId, executionId, stepId: 'mark' });
  const { chooseArm } = createJourneyActivities({ database: world.database });
  const chosen = await chooseArm({ workspaceId, executionId, stepId: 'which' });
  expect(chosen).toEqual({ outcome: { kind: 'arm', armId: 'gold' } });
});

it.each([
  [
    'shows the attributes that it would set, and later branches use them',
    { tier: 'GOLD', contact: '{{ email }}', plan: null },
    { outcome: 'done', attributes: { tier: 'GOLD', contact: 'a***@e***.com', plan: null } },
    'gold',
  ],
  [
    'reports a text that cannot be rendered',
    { tier: 'GOLD', contact: '{% for i in (1..100000) %}x{% endfor %}' },
    { outcome: 'failed', reason: 'template_error' },
    'else',
  ],
  [
    'reports attributes that would be too large',
    { tier: 'GOLD', contact: ['x'.repeat(66_000)] },
    { outcome: 'failed', reason: 'attributes_too_large' },
    'else',
  ],
])('a dry run %s', async (_, attributes, traced, armId) => {
  const mark = { id: 'mark', kind: 'update_person', attributes, next: 'which' };
  const { body: journey } = await world.api.post('/api/journeys', { name: 'Marks', steps: [mark, ...byTier] });
  const subjectAttributes = { email: 'ada@example.com', plan: 'free' };
  const { body } = await world.api.post(`/api/journeys/${journey.id}/simulate`, { subjectAttributes });
  expect(body.trace).toMatchObject([
    { stepId: 'mark', kind: 'update_person', ...traced },
    { stepId: 'which', armId },
    { kind: 'exit' },
  ]);
});

it('decides in a dry run with real data, also for later texts and messages, and shows masked data', async () => {
  const { body: communication } = await world.api.post('/api/communications', {
    name: 'Level',
    commType: 'marketing',
    slots: { subject: '{{ attributes.nick }} is {{ attributes.level }}' },
    html: '<p>Hello</p>',
  });
  const isDi = '{% if attributes.nick == "Di" %}{{ attributes.level | upcase }}{% endif %}';
  const names = { nick: '{{ attributes.first_name }}', level: 'gold' };
  const { body: journey } = await world.api.post('/api/journeys', {
    name: 'Marks twice',
    steps: [
      { id: 'mark', kind: 'update_person', attributes: names, next: 'again' },
      { id: 'again', kind: 'update_person', attributes: { tier: isDi }, next: 'tell' },
      { id: 'tell', kind: 'send', communicationId: communication.id, next: 'which' },
      ...byTier,
    ],
  });
  const subjectAttributes = { email: 'ada@example.com', first_name: 'Di', level: 'none' };
  const { body } = await world.api.post(`/api/journeys/${journey.id}/simulate`, { subjectAttributes });
  expect(body.trace).toMatchObject([
    { stepId: 'mark', attributes: { nick: '***', level: 'gold' } },
    { stepId: 'again', outcome: 'done' },
    { stepId: 'tell', rendered: { subject: '*** is gold' } },
    { stepId: 'which', armId: 'gold' },
    { kind: 'exit' },
  ]);
});

it('does nothing in a second attempt', async () => {
  const { input, endUserId } = await executionAt({ plan: 'pro' });
  await perform(input);
  await world.api.patch(`/api/end-users/${endUserId}`, { attributes: { plan: 'growth' } });
  expect(await perform(input)).toEqual({ outcome: { kind: 'done' } });
  expect(await attributesOf(endUserId)).toEqual({ plan: 'growth', score: 1 });
});

it('changes nothing if the process dies before the commit, and the next attempt sets the attributes once', async () => {
  const { input, endUserId, executionId } = await executionAt({ note: '{{ attributes.note }}x' });
  const blocking = await world.database.transaction();
  await blocking('executions').where({ id: executionId }).forUpdate().first();
  const killed = perform(input, other).catch((error: unknown) => error);
  const find = () =>
    world
      .database('pg_stat_activity')
      .where({ application_name: 'killed-attempt', wait_event_type: 'Lock' })
      .first<{ pid: number } | undefined>('pid');
  const { pid } = await waitFor(find, { what: 'the attempt to wait for the execution' });
  await world.database.raw('select pg_terminate_backend(?)', [pid]);
  await blocking.commit();
  expect(await killed).toBeInstanceOf(Error);
  expect(await attributesOf(endUserId)).toEqual(unchanged);
  expect(await positionOf(executionId)).toMatchObject({ current_step_id: 'mark' });
  await Promise.all([perform(input), perform(input)]);
  expect(await attributesOf(endUserId)).toEqual({ ...unchanged, note: 'x' });
});

it.each<[string, object, object]>([
  [
    'a text cannot be rendered',
    { plan: 'pro', note: '{% for i in (1..100000) %}x{% endfor %}' },
    { reason: 'template_error' },
  ],
  ['the attributes would be too large', { note: ['x'.repeat(66_000)] }, { reason: 'attributes_too_large' }],
])('fails and sets nothing if %s, and continues', async (_, attributes, reason) => {
  const { input, endUserId, executionId } = await executionAt(attributes);
  expect(await perform(input)).toEqual({ outcome: { kind: 'failed', ...reason } });
  expect(await attributesOf(endUserId)).toEqual(unchanged);
  expect(await positionOf(executionId)).toEqual(moved);
});

it('is skipped if the person was erased', async () => {
  const { input, endUserId, executionId } = await executionAt({ plan: 'pro' });
  await world.database('end_users').where({ id: endUserId }).delete();
  expect(await perform(input)).toEqual({ outcome: { kind: 'skipped', reason: 'erased' } });
  expect(await positionOf(executionId)).toEqual(moved);
});

it('sets nothing after the goal', async () => {
  const { input, endUserId, executionId } = await executionAt({ plan: 'pro' });
  await world.database('executions').where({ id: executionId }).update({ goal_event_id: 'evt_1' });
  expect(await perform(input)).toEqual({ outcome: null, halted: true });
  expect(await attributesOf(endUserId)).toEqual(unchanged);
});

it('cannot be published without attributes, with broken Liquid or with secrets', async () => {
  const publish = async (attributes: object) => {
    const steps = [
      { id: 'mark', kind: 'update_person', attributes, next: 'done' },
      { id: 'done', kind: 'exit' },
    ];
    const { body } = await world.api.post('/api/journeys', { name: 'Marks', steps });
    const published = await world.api.post(`/api/journeys/${body.id}/publish`);
    return published.body.details;
  };
  expect(await publish({})).toEqual([{ path: 'steps.0.attributes', message: 'Add an attribute to step "mark".' }]);
  expect(await publish({ note: '{{ broken' })).toMatchObject([{ path: 'steps.0.attributes.note' }]);
  expect(await publish({ note: '{{ secrets.crm }}' })).toEqual([
    {
      path: 'steps.0.attributes.note',
      message: 'The attribute "note" of step "mark" cannot be used: attributes cannot contain secrets.',
    },
  ]);
});
