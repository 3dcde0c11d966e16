import type { Experiment } from '../../db/experiments/experiments';
import { recordEvidence } from '../../operations/experiments/learn-from-experiment';
import type { Services } from '../services';

/** The experiment is changed whether its belief is updated or not: a schedule records the evidence that is missing. */
export async function tryEvidence(
  { database, log }: Pick<Services, 'database' | 'log'>,
  experiment: Experiment,
): Promise<void> {
  await recordEvidence({ database }, experiment).catch((err: unknown) => {
    log.warn({ err, experimentId: experiment.id }, 'evidence of an experiment will be recorded by the schedule');
  });
}
