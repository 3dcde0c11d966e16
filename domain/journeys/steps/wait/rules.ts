import { neverMatches } from '../../../conditions/never-matches';
import type { StepOf } from '../../schemas';
import type { TracedArm } from '../../simulation/schemas';
import type { Clock, SimulatedRun, SimulatedStep } from '../../simulation/simulated-run';
import type { StepRules } from '../step-rules';
import { endOfWait } from './end-of-wait';

type WaitStep = StepOf<'wait'>;

/** `for` describes the wait to operators. `timeoutNext` is set if the wait is for an event. */
export type WaitPlan = Pick<WaitStep, 'id' | 'kind' | 'next'> & {
  duration?: string;
  for?: string;
  timeoutNext?: string;
};

export const waitRules = {
  exits: ({ next, untilEvent }) => [
    { field: 'next', to: next },
    ...(untilEvent === undefined ? [] : [{ field: 'untilEvent.timeoutNext', to: untilEvent.timeoutNext }]),
  ],
  plan: planOfWait,
  warnings({ id, untilEvent }, goalEventName) {
    if (untilEvent === undefined) return [];
    const { where, eventName } = untilEvent;
    return [
      ...(where !== undefined && neverMatches(where)
        ? [`Step "${id}" always waits until the timeout, because its condition is never true.`]
        : []),
      ...(eventName === goalEventName
        ? [
            `Step "${id}" waits for the goal event of the journey. The goal ends the execution, so the step never ` +
              'continues with the event.',
          ]
        : []),
    ];
  },
} satisfies StepRules<WaitStep>;

function planOfWait({ id, kind, next, duration, until, untilTime, untilEvent }: WaitStep): WaitPlan {
  if (duration !== undefined) return { id, kind, next, duration };
  if (until !== undefined) return { id, kind, next, for: `until ${until}` };
  if (untilTime !== undefined) return { id, kind, next, for: `until ${untilTime.time}` };
  if (untilEvent === undefined) throw new RangeError(`The wait "${id}" waits for nothing.`);
  const { timeout, timeoutNext } = untilEvent;
  return { id, kind, next, for: `for an event, ${timeout} at most`, timeoutNext };
}

/** Shows both paths of a wait for an event, and takes the timeout. */
export function simulateWait(step: WaitStep, { subject }: SimulatedRun, { now }: Clock): SimulatedStep {
  const end = endOfWait(step, now, subject.timezone ?? 'UTC');
  const until = end < now ? now : end;
  const resumesAt = until.toISOString();
  if (step.untilEvent === undefined) return { outcome: { kind: 'elapsed' }, traced: { resumesAt }, until };
  const arms: TracedArm[] = [
    { armId: 'event', next: step.next, taken: false },
    { armId: 'timeout', next: step.untilEvent.timeoutNext, taken: true },
  ];
  return { outcome: { kind: 'elapsed' }, traced: { resumesAt, arms, armId: 'timeout' }, until };
}
