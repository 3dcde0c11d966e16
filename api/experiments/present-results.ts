import type { z } from 'zod';
import type { Backlog } from '../../db/analytics/rollups';
import type { ExperimentResults } from '../../operations/experiments/read-results';
import type { experimentResults } from '../../domain/experiments/reports/schemas';
import { figuresAsOf } from '../responses';

type Results = z.infer<typeof experimentResults>;

export function presentResults({
  experiment,
  decision,
  estimates,
  primary: _,
  backlog,
  ...results
}: ExperimentResults): Results {
  const { id, engine, status, startedAt, endedAt, alpha } = experiment;
  return {
    experimentId: id,
    engine,
    status,
    alpha,
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    ...results,
    recommendedVariantId: recommendedOf(results, decision),
    backlog: backlog && presentBacklog(backlog),
    decision: decision && { at: decision.at, recommendation: decision.recommendation, counts: decision.counts },
    estimates: estimates.map(({ liftInterval95, ...estimate }) => ({
      ...estimate,
      liftInterval95: liftInterval95 && [...liftInterval95],
    })),
  };
}

function recommendedOf(
  { recommendation, variants }: Pick<ExperimentResults, 'recommendation' | 'variants'>,
  decision: ExperimentResults['decision'],
): string | null {
  if (recommendation === 'ship') return decision?.shipped ?? null;
  return recommendation === 'roll_back' ? (variants[0]?.variantId ?? null) : null;
}

const presentBacklog = ({ visits, since }: Backlog): NonNullable<Results['backlog']> => ({
  visits,
  since: since.toISOString(),
  message:
    `At least ${visits.toLocaleString('en')} visits since ${since.toISOString()} are still being counted, which ` +
    'takes a few minutes. The results do not include them yet, and no decision is made until they do. Read the ' +
    'results again in a minute.',
});

/** Headers that say up to when events count, while not all do. */
export const asOfBacklog = ({ backlog }: ExperimentResults) =>
  backlog === null ? undefined : figuresAsOf(backlog.since);
