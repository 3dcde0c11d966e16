import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { explainReason } from '../../../../domain/journeys/explain-reason';
import { describeCondition } from '../../../format/condition';
import { formatInstant } from '../../../format/time';

export type MetStep = Schemas['ExecutionStep'];

/** What happened at a step, in a sentence. @param step as the version has it; undefined when that is not known */
export function describeMetStep(met: MetStep, step: JourneyStep | undefined): string {
  if (met.status === 'skipped') return `Skipped: ${met.reason ?? 'no reason is known'}`;
  if (met.status === 'failed') return `Failed: ${failureOf(met.reason)}`;
  switch (met.kind) {
    case 'send':
      return met.status === 'waiting' ? 'Sends the message' : 'Sent';
    case 'wait':
      return describeWait(met);
    case 'branch':
    case 'experiment':
      return describeArm(met, step);
    case 'webhook':
      return met.status === 'waiting' ? 'Calls the webhook' : 'Delivered';
    case 'exit':
      return 'The end';
  }
}

const failureOf = (reason: string | null): string =>
  reason === null ? 'no reason is known' : (explainReason(reason).title ?? reason);

function describeWait({ leftAt, resumesAt, awaitsEvent, eventReceived }: MetStep): string {
  const until = resumesAt === null ? '' : formatInstant(resumesAt);
  if (awaitsEvent === null) return leftAt === null ? `Waits until ${until}` : 'Waited';
  if (eventReceived) return `${awaitsEvent} came`;
  return leftAt === null ? `Waits for ${awaitsEvent}, until ${until} at most` : `${awaitsEvent} did not come in time`;
}

/** The arm, and why it was that one: the condition that held, or the share that it has. */
function describeArm({ armId, status }: MetStep, step: JourneyStep | undefined): string {
  if (armId === null) return status === 'waiting' ? 'Decides' : 'Left undecided';
  if (step?.kind === 'branch') {
    if (armId === 'else') return 'Took else: no condition held';
    const arm = step.arms.find(({ id }) => id === armId);
    return arm === undefined ? `Took ${armId}` : `Took ${armId}: ${describeCondition(arm.when)}`;
  }
  if (step?.kind !== 'experiment') return `Took ${armId}`;
  const arm = step.arms.find(({ id }) => id === armId);
  return arm === undefined ? `Drew ${armId}` : `Drew ${armId}, by the person’s hash; weight ${arm.weight}`;
}

const day = 86_400_000;

/** How long a step took, as a person says it; null below a second. */
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

/** The height of a wait on the timeline, in px: it grows with its length, and less and less, so that a year fits beside a minute. */
export const gapHeight = (ms: number): number => Math.round(Math.min(72, 8 + 6 * Math.log2(1 + ms / 60_000)));
