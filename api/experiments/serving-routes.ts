import { z } from 'zod';
import { findExperiment, findServingSettings } from '../../db/experiments/experiments';
import { readPreviewToken } from '../../domain/experiments/preview-token';
import { activeExperiment, type ActiveExperiment } from '../../domain/experiments/schemas';
import { jsonText } from '../../domain/json/schemas';
import { ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { checkKeys, requestKey, keyNames } from '../workspaces/key-query';
import { assignVisitor } from '../../operations/experiments/assign-visitor';
import { findPreviewed, makePreviewLink, previewHours } from '../../operations/experiments/links';
import { promoteVariant } from '../../operations/experiments/experiments';
import { tryEvidence } from './try-evidence';
import { promoteBody } from './contract';
import { experimentRecord } from './record';
import { assignBody, assignment, previewLink, previewLinkBody } from './serving-contract';
import { previewedExperiments } from '../../domain/experiments/active-experiments';
import { presentExperiment } from './present';

/** Serves experiments: the list for browsers, assignments for servers, winners for all visitors, previews for members. */

const tag = 'experiments';
const params = z.object({ id: z.string() });

/** Returns the list for a preview link; null if the link is not valid, so that the page gets the public list. */
async function listForPreview(
  { database, settings: { linkSecret }, http: { activeLists } }: Services,
  { workspaceId, token, now }: { workspaceId: string; token: string; now: Date },
): Promise<ActiveExperiment[] | null> {
  const preview = readPreviewToken(linkSecret, token, now);
  if (preview?.workspaceId !== workspaceId) return null;
  const experiment = await findPreviewed({ database }, preview);
  if (experiment === null) return null;
  const served = await findServingSettings(database, workspaceId);
  const { experiments } = await activeLists.of(workspaceId);
  return previewedExperiments(experiments, { shown: experiment, variantId: preview.variantId }, served);
}

export const experimentServingRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/active',
    tag,
    summary: 'List active experiments',
    description:
      'Returns running experiments, and completed ones that serve a promoted variant to all visitors. Changes appear ' +
      'within 5 seconds. Browsers cache a response for one minute. Returns 304 if `If-None-Match` has the current ETag.',
    access: 'public',
    // Every page view of every visitor requests the list, which would use up the workspace's rate limit. The response comes
    // from memory.
    limit: 'none',
    crossOrigin: true,
    request: {
      query: z
        .object({
          ...keyNames,
          preview: jsonText(400)
            .optional()
            .meta({ description: 'Token of a preview link. An invalid token is ignored.' }),
        })
        .superRefine(checkKeys),
    },
    responses: { 200: z.array(activeExperiment) },
    errors: ['UNAUTHORIZED'],
    handler: async ({ query, services, receivedAt }) => {
      const { preview } = query;
      const { id: workspaceId } = await services.http.workspaces.byPublicKey(requestKey(query));
      if (preview !== undefined) {
        const shown = await listForPreview(services, { workspaceId, token: preview, now: receivedAt });
        if (shown !== null) return ok(shown, { 'Cache-Control': 'no-store' });
      }
      const list = await services.http.activeLists.of(workspaceId);
      const headers = { ETag: list.etag, 'Cache-Control': 'public, max-age=60' };
      return { ...ok(list.experiments, headers), compressed: list };
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/assign',
    tag,
    summary: 'Assign a visitor to a variant on the server',
    description:
      'Uses the same rules as the snippet. A visitor who takes part is exposed by this request: the event ' +
      '`experiment_exposure` is stored once, and the visitor keeps the variant when weights change. Send `expose: ' +
      'false` to store nothing. `inExperiment` is false if all visitors get a promoted variant. Counts towards the ' +
      'ingestion rate limit.',
    access: { permission: 'events.write' },
    limit: 'ingest',
    request: { params, body: assignBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 200: assignment },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services, receivedAt }) =>
      ok(await assignVisitor(services, actor, { ...body, experimentId: id, receivedAt })),
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/promote',
    tag,
    summary: 'Complete an experiment and serve one variant to all visitors',
    description: 'Serves the variant until the status changes. You can repeat the request, also with another variant.',
    access: { permission: 'experiments.run' },
    limit: 'write',
    request: { params, body: promoteBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body: { variantId }, actor, services }) => {
      const experiment = await promoteVariant(services, actor, id, variantId);
      await tryEvidence(services, experiment);
      return ok(presentExperiment(experiment, services.settings.publicUrl));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/preview-link',
    tag,
    summary: 'Create a preview link of a variant',
    description:
      `The link works for ${previewHours} hours and for experiments in any status. Visitors who use it see the variant ` +
      'on that page and do not count in the experiment. Members can create links of variants without scripts. A link ' +
      'shows the variant as it was when the link was created: create a new link after a change to the variant or the ' +
      'pages. The link stops working if its creator loses access or, for a variant with scripts, the role admin.',
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params, body: previewLinkBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 200: previewLink },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id: experimentId }, body, actor, services }) => {
      // A session ends without the person: their links go on. A key's links end with the key.
      const makerId = actor.sessionId === null ? actor.credentialId : actor.id;
      const request = { ...body, experimentId, makerId };
      const { url, expiresAt } = await makePreviewLink(services, actor, request);
      return ok({ url, expiresAt: expiresAt.toISOString() }, { 'Cache-Control': 'no-store' });
    },
  }),
];
