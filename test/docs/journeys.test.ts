import { stepKind } from '../../domain/journeys/schemas';
import { createCommunication, createSubject, executionsOf, publishJourney } from '../support/journeys';
import { readStepExamples, type StepExample } from '../support/step-examples';
import { createWorld, type World } from '../support/world';

/** Publishes, traces and starts every example of docs/JOURNEYS.md unchanged. */

let world: World;
let examples: StepExample[];

beforeAll(async () => {
  world = await createWorld({ temporal: false });
  examples = readStepExamples(await createCommunication(world, 'Welcome'));
});

afterAll(() => world.stop());

const exit = (id: string) => ({ id, kind: 'exit' });
const first = ({ steps: [step] }: StepExample) => step;

test('there is an example of each kind of step and of wait', () => {
  expect(new Set(examples.map((example) => first(example).kind))).toEqual(new Set(stepKind.options));
  const waits = examples.filter((example) => first(example).kind === 'wait').flatMap((one) => Object.keys(first(one)));
  expect(new Set(waits)).toEqual(new Set(['id', 'kind', 'next', 'duration', 'until', 'untilTime', 'untilEvent']));
});

test('each example is published, traced to its end, and started by its event', async () => {
  for (const example of examples) {
    const { id, eventName } = await publishJourney(world, example.steps);
    const subjectAttributes = { email: 'ada@example.com', plan: 'free' };
    const event = { data: { plan: 'free' } };
    const { status, body } = await world.api.post(`/api/journeys/${id}/simulate`, { subjectAttributes, event });
    expect([example.title, status, body.eligible]).toEqual([example.title, 200, true]);
    expect([example.title, body.trace[0].stepId, body.trace[0].kind]).toEqual([
      ...[example.title, first(example).id, first(example).kind],
    ]);
    expect([example.title, body.trace.at(-1).kind, body.trace.at(-1).outcome]).toEqual([example.title, 'exit', 'exit']);
    const { email } = await createSubject(world);
    expect((await world.api.post('/api/v1/events', { type: eventName, email, data: event.data })).status).toBe(200);
    expect([example.title, await executionsOf(world, id)]).toEqual([
      example.title,
      [expect.objectContaining({ status: 'RUNNING', currentStepId: first(example).id })],
    ]);
  }
});

const chain = (length: number) => [
  ...Array.from({ length: length - 1 }, (_, index) => ({
    id: `s${index}`,
    kind: 'wait',
    duration: 'PT1H',
    next: index === length - 2 ? 'end' : `s${index + 1}`,
  })),
  exit('end'),
];
const arms = (count: number) => [
  {
    id: 'which',
    kind: 'branch',
    else: 'end',
    arms: Array.from({ length: count }, (_, index) => ({ id: `a${index}`, when: { all: [] }, next: 'end' })),
  },
  exit('end'),
];
const waiting = (duration: string) => [{ id: 'wait', kind: 'wait', duration, next: 'end' }, exit('end')];
const calling = (fields: object) => [
  { id: 'call', kind: 'webhook', url: 'https://example.com/', next: 'end', ...fields },
  exit('end'),
];

test.each([
  ['steps', chain(500), chain(501)],
  ['arms', arms(50), arms(51)],
  ['duration', waiting('P5Y'), waiting('P6Y')],
  ['timeoutSeconds', calling({ timeoutSeconds: 60 }), calling({ timeoutSeconds: 61 })],
  ['body', calling({ body: 'x'.repeat(100_000) }), calling({ body: 'x'.repeat(100_001) })],
])('the limit of %s matches the page', async (_, most, more) => {
  expect((await world.api.post('/api/journeys', { name: 'Brief', steps: most })).status).toBe(201);
  expect((await world.api.post('/api/journeys', { name: 'Brief', steps: more })).status).toBe(400);
});
