import type { ClaimedCommand, OutboxKind } from '../../db/outbox/outbox';
import { createLanes } from '../../worker/outbox-lanes';

let nowMs = 0;
const newLanes = () =>
  createLanes(
    () => nowMs,
    () => 0,
  );
type Lanes = ReturnType<typeof newLanes>;

beforeEach(() => (nowMs = 0));

const free = (lanes: Lanes, kind: OutboxKind): number | undefined =>
  lanes.limits().find((limit) => limit.kind === kind)?.limit;

const commands = (count: number, kind: OutboxKind): ClaimedCommand[] =>
  Array.from({ length: count }, (_, index) => ({ id: String(index), kind }) as ClaimedCommand);

test('a kind that has used all of its slots does not use those of others', () => {
  const lanes = newLanes();
  const slots = free(lanes, 'start_execution')!;
  lanes.take(lanes.limits(), commands(slots, 'start_execution'));
  expect(free(lanes, 'start_execution')).toBe(0);
  expect(free(lanes, 'cancel_execution')).toBeGreaterThan(0);
  // More may be due, but nothing can be claimed.
  expect(lanes.mayHaveMore()).toBe(false);
  lanes.leave('start_execution');
  expect(free(lanes, 'start_execution')).toBe(1);
  expect(lanes.mayHaveMore()).toBe(true);
});

test('a lane that found fewer commands than slots does not poll again by itself', () => {
  const lanes = newLanes();
  lanes.take(lanes.limits(), commands(1, 'send_notice'));
  lanes.leave('send_notice');
  expect(lanes.mayHaveMore()).toBe(false);
});

test('a lane pauses longer each time, until a call succeeds; the others continue', () => {
  const lanes = newLanes();
  const slots = free(lanes, 'start_execution');
  expect(lanes.pause('start_execution')).toBe(1);
  expect(free(lanes, 'start_execution')).toBe(0);
  expect(free(lanes, 'cancel_execution')).toBeGreaterThan(0);
  nowMs = 500;
  // A call that was running when the lane paused.
  expect(lanes.pause('start_execution')).toBe(0.5);
  nowMs = 1_000;
  expect(free(lanes, 'start_execution')).toBe(slots);
  expect(lanes.pause('start_execution')).toBe(2);
  nowMs = 3_000;
  lanes.succeed('start_execution');
  expect(lanes.pause('start_execution')).toBe(1);
});
