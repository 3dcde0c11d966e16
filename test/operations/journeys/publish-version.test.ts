import type { Actor } from '../../../domain/accounts/actor';
import { publishVersion } from '../../../operations/journeys/publish-version';
import { systemClock } from '../../../context/create-context';
import type { Threads } from '../../../operations/ports';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let actor: Actor;

beforeAll(() => {
  actor = { workspaceId: world.demo.workspaceId, id: 'test', role: 'admin' };
});

const stepsWith = (body: string) => [
  { id: 'hook', kind: 'webhook', url: 'https://example.com/', body, next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** Creates a draft with a webhook that has this body. */
async function draftWith(body: string): Promise<string> {
  const contract = await world.api.post('/api/trigger-contracts', { eventName: 'hooked' });
  const steps = stepsWith(body);
  const created = await world.api.post('/api/journeys', { name: 'Hook', triggerContractId: contract.body.id, steps });
  return created.body.id as string;
}

/** Returns a template reader that reports `problem` for every template and keeps its requests. */
function reader(problem: string | null, before: () => Promise<unknown> = () => Promise.resolve()) {
  const requested: string[] = [];
  const run = async (_: string, sources: readonly string[]) => {
    requested.push(...sources);
    await before();
    return new Map(sources.map((source) => [source, { problem, secrets: [] }]));
  };
  const threads = { run } as unknown as Threads;
  return { requested, context: { database: world.database, threads, clock: systemClock } };
}

test('publishing uses the references that were read elsewhere, and reads none itself', async () => {
  const id = await draftWith('{{ broken');
  const refusing = reader('it was refused elsewhere');
  await expect(publishVersion(refusing.context, actor, id)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'steps.0.body', message: expect.stringContaining('it was refused elsewhere') }],
  });
  expect(refusing.requested).toEqual(['{{ broken']);
  expect(await publishVersion(reader(null).context, actor, id)).toMatchObject({
    version: 1,
  });
});

test('a draft that changes while its templates are read is not published unread', async () => {
  const id = await draftWith('first');
  const change = async (): Promise<void> => {
    const { body } = await world.api.get(`/api/journeys/${id}`);
    const changed = await world.api.patch(`/api/journeys/${id}`, {
      updatedAt: body.updatedAt,
      steps: stepsWith('second'),
    });
    expect(changed.status).toBe(200);
  };
  await expect(publishVersion(reader(null, change).context, actor, id)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'The draft was changed while it was being checked. Publish it again.',
  });
  expect(await publishVersion(reader(null).context, actor, id)).toMatchObject({
    version: 1,
  });
});

test('long templates are published, and invalid ones are named', async () => {
  const long = '{{ email }}'.repeat(2_000);
  const sound = await draftWith(long);
  expect((await world.api.post(`/api/journeys/${sound}/publish`)).body).toMatchObject({ version: 1 });
  const broken = await draftWith(`${long}{{ secrets.none }}{% nothing %}`);
  expect((await world.api.post(`/api/journeys/${broken}/publish`)).body).toMatchObject({
    code: 'VALIDATION_ERROR',
    details: [{ path: 'steps.0.body', message: expect.stringContaining('"nothing"') }],
  });
});
