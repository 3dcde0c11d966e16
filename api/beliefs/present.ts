import type { z } from 'zod';
import type { Belief, ConfidenceChange, Evidence } from '../../db/beliefs/beliefs';
import { freshnessOf } from '../../domain/beliefs/freshness';
import { beliefRecord, type confidencePoint } from '../../domain/beliefs/schemas';
import { recordOf } from '../responses';

type Record = z.infer<typeof beliefRecord>;

export const presentBelief = (belief: Belief, now: Date) =>
  recordOf(beliefRecord, {
    ...belief,
    claim: belief.claim ?? belief.statement,
    evidence: belief.evidence.map(presentEvidence),
    evidenceNotes: belief.notes,
    freshness: presentFreshness(belief, now),
  });

const presentEvidence = ({ recordedAt, ...entry }: Evidence): Record['evidence'][number] => ({
  ...entry,
  timestamp: recordedAt.toISOString(),
});

function presentFreshness({ evidence }: Belief, now: Date): Record['freshness'] {
  const { state, lastEvidenceAt, testAgainAt } = freshnessOf(evidence, now);
  return {
    state,
    lastEvidenceAt: lastEvidenceAt?.toISOString() ?? null,
    testAgainAt: testAgainAt?.toISOString() ?? null,
  };
}

export const presentPoint = ({ at, evidence, ...point }: ConfidenceChange): z.infer<typeof confidencePoint> => ({
  at: at.toISOString(),
  evidence: evidence && presentEvidence(evidence),
  ...point,
});
