import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { explainReason } from '../../../../domain/journeys/explain-reason';
import { describeCondition } from '../../../format/condition';
import { formatShare } from '../../../format/number';
import { formatInstant } from '../../../format/time';
import { formatWords } from '../../../format/words';

export type MetStep = Schemas['ExecutionStep'];

/** Describes what happened at a step. @param step from the version; undefined if unknown */
export function describeMetStep(met: MetStep, step: JourneyStep | undefined): string {
  if (met.status === 'skipped') return `Skipped: ${reasonOf(met.reason)}`;
  if (met.status === 'failed') return `Failed: ${reasonOf(met.reason)}`;
  switch (met.kind) {
    case 'send':
      return met.status === 'waiting' ? 'Sending' : 'Sent';
    case 'wait':
      return describeWait(met);
    case 'branch':
    case 'experiment':
      return describeArm(met, step);
    case 'webhook':
      return met.status === 'waiting' ? 'Calling the webhook' : 'Delivered';
    case 'exit':
      return 'Ended';
  }
}

/** Why an execution can end at a step that is not an exit. */
export const endings: Readonly<Record<string, string>> = {
  goal: 'Ended here: the person reached the goal.',
  canceled: 'Ended here: the execution was canceled.',
  archived: 'Ended here: the journey was archived.',
  erased: 'Ended here: the person was erased.',
};

const reasonOf = (reason: string | null): string =>
  reason === null ? 'unknown reason' : (explainReason(reason).title ?? formatWords(reason));

function describeWait({ leftAt, resumesAt, awaitsEvent, eventReceived }: MetStep): string {
  const until = resumesAt === null ? '' : formatInstant(resumesAt);
  if (awaitsEvent === null) return leftAt === null ? `Waits until ${until}` : 'Waited';
  if (eventReceived) return `Received ${awaitsEvent}`;
  return leftAt === null ? `Waits for ${awaitsEvent} until ${until}` : `Timed out waiting for ${awaitsEvent}`;
}

/** Describes the arm and why it was taken: its condition or its weight. */
function describeArm({ armId, status }: MetStep, step: JourneyStep | undefined): string {
  if (armId === null) return status === 'waiting' ? 'Choosing an arm' : 'No arm chosen';
  if (step?.kind === 'branch') {
    if (armId === 'else') return 'Took else: no condition matched';
    const arm = step.arms.find(({ id }) => id === armId);
    return arm === undefined ? `Took ${armId}` : `Took ${armId}: ${describeCondition(arm.when)}`;
  }
  if (step?.kind !== 'experiment') return `Took ${armId}`;
  const arm = step.arms.find(({ id }) => id === armId);
  return arm === undefined ? `Assigned to ${armId}` : `Assigned to ${armId}, weight ${formatShare(arm.weight)}`;
}

const day = 86_400_000;

/** Formats the duration of a step in its two largest units; null below one second. */
export function describeSpan(fromMs: number, toMs: number): string | null {
  const ms = toMs - fromMs;
  if (ms < 1_000) return null;
  const units: [string, number][] = [
    ['day', day],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ];
  const at = units.findIndex(([, size]) => ms >= size);
  return units
    .slice(at, at + 2)
    .map(([name, size], place): [string, number] => {
      const above = place === 0 ? ms : ms % (units[at]?.[1] ?? 1);
      return [name, Math.floor(above / size)];
    })
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count} ${name}${count === 1 ? '' : 's'}`)
    .join(' ');
}

/** The height of a wait on the timeline, in px. It grows with the logarithm of the duration. */
export const gapHeight = (ms: number): number => Math.round(Math.min(72, 8 + 6 * Math.log2(1 + ms / 60_000)));
