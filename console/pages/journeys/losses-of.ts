import type { Schemas } from '../../api/client';
import { explainReason } from '../../../domain/journeys/explain-reason';

type Stats = Schemas['StepStats'];

/** What became of messages: so many at first, less those that were lost, so many in the end. */
export interface Stage {
  name: string;
  /** Below 0 where messages were lost. */
  count: number;
  meaning: string;
  /** Of messages that are among the other stages, too, or still wait. */
  isBeside?: true;
}

/** From whom a message was meant for to whom it was sent, over all send steps and versions. What was put off stands beside. */
export function lossesOf(stats: readonly Stats[]): Stage[] {
  const sends = stats.filter(({ kind }) => kind === 'send');
  const sum = (count: (one: Stats) => number): number => sends.reduce((total, one) => total + count(one), 0);
  const reasons = [...new Set(sends.flatMap(({ skippedByReason }) => Object.keys(skippedByReason)))];
  const stages: Stage[] = [
    {
      name: 'reached',
      count: sum((one) => one.executed + one.skipped + one.failed),
      meaning: 'Executions that reached a send step and left it.',
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
      isBeside: true,
    },
    { name: 'sent', count: sum((one) => one.executed), meaning: 'Messages that went out.' },
  ];
  return stages.filter(({ name, count }) => count !== 0 || name === 'reached' || name === 'sent');
}
