import { z } from 'zod';
import { findSizes, startStaleCounts, type AudienceSize } from '../../db/audiences/audience-counts';
import { findAudience, findAudienceUses, listAudiences, type Audience } from '../../db/audiences/audiences';
import type { Database } from '../../db/connection/pool';
import { previewAudience, type AudiencePreview } from '../../operations/audiences/preview-audience';
import {
  audiencePreview,
  audienceRecord,
  audienceUse,
  createAudienceBody,
  previewAudienceBody,
  updateAudienceBody,
} from '../../domain/audiences/schemas';
import { notFound } from '../../domain/errors';
import { createAudience, deleteAudience, updateAudience } from '../../operations/audiences/audiences';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok, recordOf } from '../responses';
import { cutPage, pageOf, pageQuery } from '../paging';
import { defineRoute, type Route } from '../route';

const tag = 'audiences';
const params = z.object({ id: z.string() });

const presentAudience = (audience: Audience, size: AudienceSize | undefined) =>
  recordOf(audienceRecord, {
    ...audience,
    size: size === undefined ? null : { ...size, countedAt: size.countedAt.toISOString() },
  });

async function presentSized(database: Database, audience: Audience) {
  return presentAudience(audience, (await findSizes(database, audience.workspaceId, [audience.id])).get(audience.id));
}

const presentPreview = ({ people, sample, ...counts }: AudiencePreview) => ({
  ...counts,
  total: people,
  sample: sample.map(({ id }) => id),
  examples: sample.map(({ id, email }) => ({ id, email })),
});

export const audienceRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/audiences',
    tag,
    summary: 'List audiences, newest first',
    access: { permission: 'audiences.read' },
    limit: 'read',
    request: { query: pageQuery },
    responses: { 200: pageOf(audienceRecord) },
    handler: async ({ query: { limit, cursor }, actor: { workspaceId }, services: { database } }) => {
      const found = await listAudiences(database, workspaceId, { limit: limit + 1, before: cursor ?? null });
      const ids = found.map(({ id }) => id);
      await startStaleCounts(database, workspaceId, ids);
      const sizes = await findSizes(database, workspaceId, ids);
      return ok(
        cutPage(
          found.map((audience) => presentAudience(audience, sizes.get(audience.id))),
          limit,
        ),
      );
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/audiences',
    tag,
    summary: 'Create an audience',
    access: { permission: 'audiences.write' },
    limit: 'write',
    request: { body: createAudienceBody },
    responses: { 201: audienceRecord },
    handler: async ({ body, actor, services }) =>
      created(presentAudience(await createAudience(services, actor, body), undefined)),
  }),
  defineRoute({
    method: 'post',
    path: '/api/audiences/preview',
    tag,
    summary: 'Count the people who match an unsaved condition',
    access: { permission: 'audiences.read' },
    limit: 'read',
    request: { body: previewAudienceBody },
    responses: { 200: audiencePreview },
    handler: async ({ body: { condition }, actor: { workspaceId }, services }) =>
      ok(presentPreview(await previewAudience(services, workspaceId, condition))),
  }),
  defineRoute({
    method: 'get',
    path: '/api/audiences/:id',
    tag,
    summary: 'Read an audience',
    access: { permission: 'audiences.read' },
    limit: 'read',
    request: { params },
    responses: { 200: audienceRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      const audience = await findAudience(database, workspaceId, id);
      if (audience === null) throw notFound('Audience', id);
      return ok(await presentSized(database, audience));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/audiences/:id/preview',
    tag,
    summary: 'Count the people in an audience',
    access: { permission: 'audiences.read' },
    limit: 'read',
    request: { params },
    responses: { 200: audiencePreview },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services }) => {
      const audience = await findAudience(services.database, workspaceId, id);
      if (audience === null) throw notFound('Audience', id);
      return ok(presentPreview(await previewAudience(services, workspaceId, audience.condition)));
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/audiences/:id/uses',
    tag,
    summary: 'List the journeys that use an audience',
    access: { permission: 'audiences.read' },
    limit: 'read',
    request: { params },
    responses: { 200: z.array(audienceUse) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      if ((await findAudience(database, workspaceId, id)) === null) throw notFound('Audience', id);
      return ok(await findAudienceUses(database, workspaceId, id));
    },
  }),
  defineRoute({
    method: 'patch',
    path: '/api/audiences/:id',
    tag,
    summary: 'Change an audience',
    description: 'Published journey versions keep their copy of the audience. Publish again to use the change.',
    access: { permission: 'audiences.write' },
    limit: 'write',
    request: { params, body: updateAudienceBody },
    findNamed: mustExist('Audience', findAudience),
    responses: { 200: audienceRecord },
    errors: ['NOT_FOUND', 'STALE_UPDATE'],
    handler: async ({ params: { id }, body, actor, services }) =>
      ok(await presentSized(services.database, await updateAudience(services, actor, id, body))),
  }),
  defineRoute({
    method: 'delete',
    path: '/api/audiences/:id',
    tag,
    summary: 'Delete an audience that no published version uses',
    access: { permission: 'audiences.write' },
    limit: 'write',
    request: { params },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => {
      await deleteAudience(services, actor, id);
      return deleted(id);
    },
  }),
];
