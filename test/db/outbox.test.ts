import { queueConnectionSync } from '../../db/connections/connections';
import { queueSignals } from '../../db/journeys/run-events';
import { enqueue, reschedule, takeDue } from '../../db/outbox/outbox';
import { dispatchCommands } from '../../operations/outbox/dispatch-commands';
import { uniqueName } from '../support/journeys';
import { createWorld, type World } from '../support/world';

let world: World;

beforeAll(async () => {
  world = await createWorld({ temporal: false });
});

afterAll(() => world.stop());

test.each([
  [0, 1],
  [1, 2],
  [5, 32],
  [6, 60],
  [2_000, 60],
])('a command that failed after %i others is put off for %i s', async (attempts, seconds) => {
  const subjectId = uniqueName('exe');
  // One transaction has one time.
  await world.database.transaction(async (transaction) => {
    await enqueue(transaction, [{ workspaceId: world.demo.workspaceId, kind: 'start_execution', subjectId }]);
    const taken = (await takeDue(transaction, 100)).find((command) => command.subjectId === subjectId);
    await reschedule(transaction, { ...taken!, attempts }, 'Temporal is away');
    const row = await transaction('outbox')
      .where({ subject_id: subjectId })
      .first('attempts', 'last_error', transaction.raw('extract(epoch from available_at - now())::float as seconds'));
    expect(row).toEqual({ attempts: attempts + 1, last_error: 'Temporal is away', seconds });
    expect((await takeDue(transaction, 100)).map((command) => command.subjectId)).not.toContain(subjectId);
  });
});

test.each([
  ['signal_execution', (workspaceId: string, id: string) => queueSignals(world.database, workspaceId, [id])],
  ['sync_connection', (workspaceId: string, id: string) => queueConnectionSync(world.database, workspaceId, id)],
])('a %s that is due while another of its subject is being carried out is carried out after it', async (of, queue) => {
  const { workspaceId } = world.demo;
  const id = uniqueName('subject');
  await queue(workspaceId, id);
  const dispatched: string[] = [];
  const dispatch = (meanwhile: () => Promise<void> = () => Promise.resolve()) =>
    dispatchCommands(
      world.database,
      100,
      async ({ kind, subjectId }) => {
        if (kind !== of || !subjectId.startsWith(id)) return;
        dispatched.push(kind);
        await meanwhile();
      },
      { reasonOf: String, onFailure: () => undefined },
    );
  // Committed once the first has read what it acts on.
  await dispatch(() => queue(workspaceId, id));
  await dispatch();
  expect(dispatched).toEqual([of, of]);
});
