import type { Experiment } from '../../db/experiments/experiments';
import type { ExposureDay } from '../../db/reports/experiment-days';
import {
  countBotsExposed,
  findApplyErrors,
  findFirstAllocation,
  findVisitorsByDay,
} from '../../db/reports/exposure-quality';
import { sumOf } from '../../domain/experiments/daily';
import { dataQuality, type DataQuality } from '../../domain/experiments/data-quality';
import type { ExperimentSums } from '../../domain/experiments/metrics/experiment-sums';
import type { SampleRatio } from '../../domain/experiments/srm';
import type { Context } from '../ports';

interface CountedQuality {
  exposures: ExposureDay[];
  sums: ExperimentSums;
  currency: string | null;
  weightsChanged: Date | null;
}

/** Reads and classifies the quality of an experiment's data. */
export async function readQuality(
  { database }: Pick<Context, 'database'>,
  experiment: Experiment,
  { exposures, currency, sums, weightsChanged }: CountedQuality,
  srm: SampleRatio,
): Promise<DataQuality> {
  const dates = exposures.map(({ day }) => day);
  const [from, to] = [dates.at(0), dates.at(-1)];
  const [bots, applyErrors, firstStart, visitors] = await Promise.all([
    countBotsExposed(database, experiment),
    findApplyErrors(database, experiment),
    findFirstAllocation(database, experiment),
    from === undefined || to === undefined
      ? new Map<string, number>()
      : findVisitorsByDay(database, experiment.workspaceId, { from, to }),
  ]);
  const days = [...new Set(dates)].map((date) => {
    const exposed = sumOf(
      exposures.filter(({ day }) => day === date),
      'exposures',
    );
    const there = visitors.get(date) ?? 0;
    return { date, exposures: exposed, visitors: there, rate: there === 0 ? null : Math.min(1, exposed / there) };
  });
  return dataQuality({
    exposures: sumOf(exposures, 'exposures'),
    crossovers: sumOf(exposures, 'crossovers'),
    delayed: sumOf(exposures, 'delayed'),
    bots,
    srm,
    currency,
    leftOut: sums.leftOut,
    several: sums.several,
    days,
    applyErrors,
    exposuresByVariant: new Map(
      experiment.variants.map(({ id }) => [
        id,
        sumOf(
          exposures.filter(({ variantId }) => variantId === id),
          'exposures',
        ),
      ]),
    ),
    earlierStart: isBefore(firstStart, experiment.startedAt) ? firstStart : null,
    weightsChanged,
    followsResults: experiment.engine === 'thompson',
  });
}

const isBefore = (one: Date | null, other: Date | null): boolean => one !== null && (other === null || one < other);
