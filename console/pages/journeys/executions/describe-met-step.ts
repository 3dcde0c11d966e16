import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { explainReason } from '../../../../domain/journeys/explain-reason';
import { formatWords } from '../../../format/words';
import { stepKinds } from '../steps/registry';
import type { MetStep } from '../steps/step-kind';

/** Describes what happened at a step. @param step from the version; undefined if unknown */
export function describeMetStep(met: MetStep, step: JourneyStep | undefined): string {
  if (met.status === 'skipped') return `Skipped: ${reasonOf(met.reason)}`;
  if (met.status === 'failed') return `Failed: ${reasonOf(met.reason)}`;
  // After a move to another version, a step with this id can be of another kind.
  return stepKinds[met.kind].describeMet(met, step?.kind === met.kind ? step : undefined);
}

/** Why an execution can end at a step that is not an exit. */
export const endings: Readonly<Record<string, string>> = {
  goal: 'Ended here: the person reached the goal.',
  canceled: 'Ended here: the execution was canceled.',
  archived: 'Ended here: the journey was archived.',
  erased: 'Ended here: the person was erased.',
  webhook: 'Ended here: the webhook failed.',
};

const reasonOf = (reason: string | null): string =>
  reason === null ? 'unknown reason' : (explainReason(reason).title ?? formatWords(reason));

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
