import { createJourneyActivities } from '../../activities/journeys';
import type { Database } from '../../db/connection/pool';
import { insertMovement } from '../../db/journeys/movements';
import { countLockWaits } from '../support/lock-waits';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';
import { createExecutionAt } from '../support/executions';

/** Overlapping attempts at one step, as those of a frozen worker. */

const world = useWorld({ temporal: false });
let other: Database;

beforeAll(() => {
  other = world.connect(2, 'other-attempt');
});

const steps = [
  {
    id: 'which',
    kind: 'branch',
    arms: [{ id: 'gold', when: { field: 'attributes.plan', operator: 'equals', value: 'gold' }, next: 'golden' }],
    else: 'plain',
  },
  { id: 'golden', kind: 'wait', duration: 'P1D', next: 'end' },
  { id: 'plain', kind: 'wait', duration: 'P2D', next: 'end' },
  { id: 'end', kind: 'exit' },
];

/** Creates an execution at the branch, of a person who is not gold. */
async function executionAtBranch() {
  const { workspaceId, executionId } = await createExecutionAt(world, 'which', steps);
  return { workspaceId, executionId };
}

const wait = (stepId: string) => ({ stepId, kind: 'wait', resumesAt: new Date(Date.now() + 60_000) }) as const;
const leftBranchAs = (armId: string) => ({ stepId: 'which', kind: 'branch', status: 'executed', armId }) as const;

const positionOf = async (executionId: string): Promise<string> => {
  const row = await world
    .database('executions')
    .where({ id: executionId })
    .first<{ at: string }>('current_step_id as at');
  return row.at;
};

test('every attempt follows the arm that was recorded first', async () => {
  const run = await executionAtBranch();
  const first = await world.database.transaction();
  await insertMovement(first, { ...run, left: leftBranchAs('gold'), at: wait('golden') });
  const { chooseArm } = createJourneyActivities({ database: other });
  // This attempt finds no recorded arm yet, and would choose the other path for the person.
  const second = chooseArm({ ...run, stepId: 'which' });
  await waitFor(async () => (await countLockWaits(world.database, { application: 'other-attempt' })) > 0, {
    what: 'the second attempt to wait',
  });
  await first.commit();
  expect(await second).toMatchObject({ outcome: { kind: 'arm', armId: 'gold' } });
  expect(await positionOf(run.executionId)).toBe('golden');
});

test('an attempt after the execution has moved on does not move it back', async () => {
  const run = await executionAtBranch();
  const choice = { ...run, left: leftBranchAs('gold'), at: wait('golden') };
  expect(await insertMovement(world.database, choice)).toEqual({
    isFirstLeaving: true,
    isFirstEntry: true,
    isHalted: false,
  });
  const left = { stepId: 'golden', kind: 'wait', status: 'executed' } as const;
  await insertMovement(world.database, { ...run, left, at: wait('plain') });
  expect(await insertMovement(world.database, choice)).toEqual({
    isFirstLeaving: false,
    isFirstEntry: false,
    isHalted: false,
  });
  await insertMovement(world.database, { ...run, left: leftBranchAs('else'), at: wait('end') });
  expect(await positionOf(run.executionId)).toBe('plain');
  const known = await world.database('execution_steps').where({ execution_id: run.executionId }).orderBy('step_id');
  expect(known.map(({ step_id, arm_id }) => [step_id, arm_id])).toEqual([
    ['golden', null],
    ['plain', null],
    ['which', 'gold'],
  ]);
});
