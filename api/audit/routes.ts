import { z } from 'zod';
import { listRecentChanges } from '../../db/reports/recent-changes';
import { type AuditRecord, listAudit } from '../../db/reports/workspace-audit';
import { auditFilter, auditRecord } from '../../domain/audit/schemas';
import { shownEndUserId } from '../../domain/erasure/erased';
import { idPrefixes } from '../../domain/ids';
import { readTimeBounds } from '../../domain/time/time-bounds';
import { cutPage, pageOf, pageQuery } from '../paging';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const maxChanges = 50;

export const auditRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/audit',
    tag: 'audit',
    summary: 'List audit entries of the workspace, newest first',
    description:
      'Lists actions on keys, members, settings, secrets, connections, suppressions and live content. Automatic ' +
      'actions of a journey are in its own log (`GET /api/journeys/:id/audit`).',
    access: { permission: 'audit.read' },
    limit: 'read',
    request: { query: z.strictObject({ ...pageQuery.shape, ...auditFilter }) },
    responses: { 200: pageOf(auditRecord) },
    handler: async ({
      query: { limit, cursor, from, to, ...filter },
      actor: { workspaceId },
      services: { database },
    }) => {
      const period = readTimeBounds({ from, to });
      const page = { limit: limit + 1, before: cursor ?? null };
      const found = await listAudit(database, workspaceId, { ...filter, ...period }, page);
      return ok(cutPage(found.map(presentAudit), limit));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/changes',
    tag: 'audit',
    summary: 'List the last 50 changes of journeys and experiments, newest first',
    description:
      'Creations, publications, starts, pauses and decisions. Every member can read it. The audit log ' +
      '(`GET /api/audit`) also has changes of settings and content.',
    access: { permission: 'analytics.read' },
    limit: 'read',
    responses: { 200: z.array(auditRecord) },
    handler: async ({ actor: { workspaceId }, services: { database } }) =>
      ok((await listRecentChanges(database, workspaceId, maxChanges)).map(presentAudit)),
  }),
];

function presentAudit({ at, metadata, ...entry }: AuditRecord): z.infer<typeof auditRecord> {
  const { endUserId } = metadata;
  const shown = typeof endUserId === 'string' ? { ...metadata, endUserId: shownEndUserId(endUserId) } : metadata;
  return { ...entry, timestamp: at.toISOString(), actorKind: kindOf(entry.actor), metadata: shown };
}

function kindOf(actor: string): 'user' | 'key' | 'system' {
  if (actor.startsWith(`${idPrefixes.user}_`)) return 'user';
  return actor.startsWith(`${idPrefixes.apiKey}_`) ? 'key' : 'system';
}
