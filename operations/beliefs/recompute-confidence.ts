import { findBelief, recordConfidence, type BeliefName, type ConfidencePoint } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { confidenceOf } from '../../domain/beliefs/update-confidence';

/**
 * Computes the confidence of a locked belief from its prior and the whole of its evidence, so that concurrent writers lose nothing,
 * and appends it to its path.
 */
export async function recomputeConfidence(
  transaction: Database,
  name: BeliefName,
  cause: Pick<ConfidencePoint, 'change' | 'evidenceId'>,
): Promise<void> {
  const belief = await findBelief(transaction, name);
  if (belief === null) return;
  await recordConfidence(transaction, name, { confidence: confidenceOf(belief.prior, belief.evidence), ...cause });
}
