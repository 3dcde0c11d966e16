import type { z } from 'zod';
import type { Belief, ConfidencePoint, Evidence } from '../../db/beliefs/beliefs';
import type { beliefRecord, confidencePoint } from '../../domain/beliefs/schemas';

type Record = z.infer<typeof beliefRecord>;

export const presentBelief = (belief: Belief): Record => ({
  id: belief.id,
  statement: belief.statement,
  claim: belief.claim ?? belief.statement,
  confidence: belief.confidence,
  prior: belief.prior,
  tags: belief.tags,
  subject: belief.subject,
  audience: belief.audience,
  owner: belief.owner,
  evidence: belief.evidence.map(presentEvidence),
  evidenceNotes: belief.notes,
  createdAt: belief.createdAt.toISOString(),
  updatedAt: belief.updatedAt.toISOString(),
});

const presentEvidence = ({ recordedAt, ...entry }: Evidence): Record['evidence'][number] => ({
  ...entry,
  timestamp: recordedAt.toISOString(),
});

export const presentPoint = ({ at, ...point }: ConfidencePoint): z.infer<typeof confidencePoint> => ({
  at: at.toISOString(),
  ...point,
});
