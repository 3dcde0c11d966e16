import type { ClaimedCommand, ClaimLimit, OutboxKind } from '../db/outbox/outbox';
import { pauseSeconds } from '../domain/outbox/delays';
import { outboxKinds } from './outbox-kinds';

/** Commands of a kind that one worker runs at the same time. Hanging calls block only the slots of their own kind. */
const slotsOf: Partial<Record<OutboxKind, number>> = {
  start_execution: 100,
  retry_execution: 50,
  signal_execution: 50,
  cancel_execution: 25,
};
const otherSlots = 10;

interface Lane {
  slots: number;
  running: number;
  /** Whether the last claim reached its limit: more commands may be due. */
  isFull: boolean;
  /** Pauses since the last success. */
  pauses: number;
  /** Milliseconds of this process's clock. */
  pausedUntil: number;
}

/**
 * Creates a lane for each kind of command, with its own slots. A lane pauses when Temporal limits its rate, longer each
 * time until a call succeeds. Each worker detects the limit by itself: its first calls show whether the limit has
 * ended.
 * @param clock milliseconds
 * @param random 0 to 1
 */
export function createLanes(clock: () => number, random: () => number) {
  const lanes = new Map<OutboxKind, Lane>(
    outboxKinds.map((kind) => [
      kind,
      { slots: slotsOf[kind] ?? otherSlots, running: 0, isFull: false, pauses: 0, pausedUntil: 0 },
    ]),
  );
  const laneOf = (kind: OutboxKind): Lane => lanes.get(kind)!;
  const freeSlots = ({ slots, running, pausedUntil }: Lane): number => (clock() < pausedUntil ? 0 : slots - running);
  return {
    /** Returns how many commands of each kind may be claimed now. */
    limits: (): ClaimLimit[] => [...lanes].map(([kind, lane]) => ({ kind, limit: freeSlots(lane) })),

    /** Returns whether a lane has a free slot and reached its limit at the last claim. */
    mayHaveMore: (): boolean => [...lanes.values()].some((lane) => lane.isFull && freeSlots(lane) > 0),

    /** Takes slots for claimed commands. */
    take(limits: readonly ClaimLimit[], claimed: readonly ClaimedCommand[]): void {
      for (const { kind } of claimed) laneOf(kind).running += 1;
      for (const { kind, limit } of limits) {
        if (limit > 0) laneOf(kind).isFull = claimed.filter((command) => command.kind === kind).length === limit;
      }
    },

    succeed(kind: OutboxKind): void {
      laneOf(kind).pauses = 0;
    },

    /** @returns seconds that the lane pauses. Calls already running when it paused do not make the pause longer. */
    pause(kind: OutboxKind): number {
      const lane = laneOf(kind);
      if (clock() >= lane.pausedUntil) {
        lane.pausedUntil = clock() + pauseSeconds(lane.pauses, random()) * 1_000;
        lane.pauses += 1;
      }
      return (lane.pausedUntil - clock()) / 1_000;
    },

    leave(kind: OutboxKind): void {
      laneOf(kind).running -= 1;
    },
  };
}
