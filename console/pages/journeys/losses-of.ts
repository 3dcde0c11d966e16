import type { Schemas } from '../../api/client';
import { explainReason } from '../../../domain/journeys/explain-reason';

type Stats = Schemas['StepStats'];

/** A stage between the messages that a send step reached and the messages it sent. */
export interface Stage {
  name: string;
  /** Negative for messages that were not sent. */
  count: number;
  meaning: string;
  /** Counts messages that are also in other stages, or still waiting. */
  isPostponed?: true;
}

/** Sums the outcomes of all send steps in all versions. */
export function lossesOf(stats: readonly Stats[]): Stage[] {
  const sends = stats.filter(({ kind }) => kind === 'send');
  const sum = (count: (one: Stats) => number): number => sends.reduce((total, one) => total + count(one), 0);
  const reasons = [...new Set(sends.flatMap(({ skippedByReason }) => Object.keys(skippedByReason)))];
  const stages: Stage[] = [
    {
      name: 'reached',
      count: sum((one) => one.executed + one.skipped + one.failed),
      meaning: 'Executions that completed a send step.',
    },
    ...reasons.map((name) => ({
      name,
      count: -sum(({ skippedByReason }) => skippedByReason[name as keyof typeof skippedByReason] ?? 0),
      meaning: explainReason(name).meaning,
    })),
    { name: 'failed', count: -sum((one) => one.failed), meaning: 'The message could not be sent.' },
    {
      name: 'quiet_hours',
      count: sum((one) => one.deferredByReason.quiet_hours),
      meaning: explainReason('quiet_hours').meaning,
      isPostponed: true,
    },
    { name: 'sent', count: sum((one) => one.executed), meaning: 'Messages that were sent.' },
  ];
  return stages.filter(({ name, count }) => count !== 0 || name === 'reached' || name === 'sent');
}
