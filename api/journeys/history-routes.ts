import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findJourney } from '../../db/journeys/journeys';
import { listAuditTrail, type TrailEntry } from '../../db/reports/audit-trail';
import { listVersions } from '../../db/reports/version-history';
import { shownEndUserId } from '../../domain/erasure/erased';
import { notFound } from '../../domain/errors';
import { journeyAuditEntry, journeyVersion } from '../../domain/journeys/history/schemas';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { changesVisibleTo } from './visible-to';

const tag = 'journeys';
const params = z.object({ id: z.string() });

async function assertJourney(database: Database, workspaceId: string, id: string): Promise<void> {
  if ((await findJourney(database, workspaceId, id)) === null) throw notFound('Journey', id);
}

function presentAudit({ at, metadata, ...entry }: TrailEntry): z.infer<typeof journeyAuditEntry> {
  const { endUserId } = metadata;
  const shown = typeof endUserId === 'string' ? { ...metadata, endUserId: shownEndUserId(endUserId) } : metadata;
  return { timestamp: at.toISOString(), ...entry, metadata: shown };
}

export const journeyHistoryRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id/versions',
    tag,
    summary: 'List the last 100 versions with their changes, newest first',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: { params },
    responses: { 200: z.array(journeyVersion) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services: { database } }) => {
      await assertJourney(database, actor.workspaceId, id);
      const versions = await listVersions(database, actor.workspaceId, id);
      return ok(
        versions.map((version) => ({
          ...version,
          publishedAt: version.publishedAt.toISOString(),
          changes: changesVisibleTo(actor, version.changes),
        })),
      );
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id/audit',
    tag,
    summary: 'List the last 200 audit entries, newest first',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: { params },
    responses: { 200: z.array(journeyAuditEntry) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      await assertJourney(database, workspaceId, id);
      const entries = await listAuditTrail(database, { workspaceId, subjectType: 'journey', subjectId: id });
      return ok(entries.map(presentAudit));
    },
  }),
];
