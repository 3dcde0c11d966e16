import type { z } from 'zod';
import { insertBelief } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import type { Actor } from '../../domain/accounts/actor';
import type { createBeliefBody } from '../../domain/beliefs/schemas';
import { beliefTexts } from '../../domain/beliefs/texts';
import { effectivePrior } from '../../domain/beliefs/update-confidence';
import { recordAct } from '../audit/record-act';

/** @returns its id */
export function createBelief(
  database: Database,
  actor: Actor,
  body: z.output<typeof createBeliefBody>,
): Promise<string> {
  const { confidence: prior, tags = [], subject = null } = body;
  const { evidenceNotes = [], evidence: notes = evidenceNotes, audience = null, owner = null } = body;
  const belief = {
    ...beliefTexts(body, null),
    prior,
    confidence: effectivePrior(prior),
    tags,
    subject,
    notes,
    audience,
    owner,
  };
  return database.transaction(async (transaction) => {
    const id = await insertBelief(transaction, { workspaceId: actor.workspaceId, ...belief });
    await recordAct(transaction, actor, 'belief.created', { subject: { type: 'belief', id } });
    return id;
  });
}
