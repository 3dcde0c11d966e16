import type { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { insertSuppression, type Suppression } from '../../db/email/suppressions';
import type { Actor } from '../../domain/accounts/actor';
import type { createSuppressionBody } from '../../domain/suppressions/schemas';
import { recordAct } from '../audit/record-act';
import { alreadySuppressed } from './already-suppressed';

/** Suppresses an address; the audit log names the suppression, never the address. @throws AppError CONFLICT for a suppressed address */
export function createSuppression(
  database: Database,
  actor: Actor,
  body: z.output<typeof createSuppressionBody>,
): Promise<Suppression> {
  const { workspaceId, id: origin } = actor;
  return database.transaction(async (transaction) => {
    const suppression = await insertSuppression(transaction, { workspaceId, ...body, origin });
    if (suppression === null) throw alreadySuppressed();
    await recordAct(transaction, actor, 'suppression.created', { metadata: { suppressionId: suppression.id } });
    return suppression;
  });
}
