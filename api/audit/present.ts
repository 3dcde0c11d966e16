import type { z } from 'zod';
import type { AuditRecord } from '../../db/reports/workspace-audit';
import type { auditRecord } from '../../domain/audit/schemas';
import { shownEndUserId } from '../../domain/erasure/erased';
import { idPrefixes } from '../../domain/ids';

export function presentAudit({ at, metadata, ...entry }: AuditRecord): z.infer<typeof auditRecord> {
  const { endUserId } = metadata;
  const shown = typeof endUserId === 'string' ? { ...metadata, endUserId: shownEndUserId(endUserId) } : metadata;
  return { ...entry, timestamp: at.toISOString(), actorKind: kindOf(entry.actor), metadata: shown };
}

function kindOf(actor: string): 'user' | 'key' | 'system' {
  if (actor.startsWith(`${idPrefixes.user}_`)) return 'user';
  return actor.startsWith(`${idPrefixes.apiKey}_`) ? 'key' : 'system';
}
