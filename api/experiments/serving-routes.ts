import { z } from 'zod';
import { findExperiment, findServingSettings } from '../../db/experiments/experiments';
import { assertMay } from '../../domain/accounts/permissions';
import { invalid, notFound } from '../../domain/errors';
import { assertVariant } from '../../domain/experiments/life';
import { compileOnService } from '../../domain/experiments/match-pattern';
import { formatPreviewToken, readPreviewToken } from '../../domain/experiments/preview-token';
import { scriptPaths } from '../../domain/experiments/scripts';
import { activeExperiment, type ActiveExperiment } from '../../domain/experiments/schemas';
import { jsonText } from '../../domain/json/schemas';
import { ok } from '../responses';
import { mustExist } from '../must-exist';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';
import { assignVisitor } from './assign';
import { promoteVariant } from '../../operations/experiments/promote-variant';
import { tryEvidence } from './try-evidence';
import { promoteBody } from './contract';
import { experimentRecord } from './record';
import { assignBody, assignment, previewLink, previewLinkBody } from './serving-contract';
import { presentExperiment, presentPreview } from './present';
import { isParsableUrl } from '../../domain/parsable-url';

/** What visitors get: the list of browsers, the assignment of servers, winners for all visitors, previews for members. */

const tag = 'experiments';
const params = z.object({ id: z.string() });
const previewHours = 24;

/** The list for a visitor who follows a member's link; null when the token is invalid, and the page gets the public list. */
async function listForPreview(
  { database, linkSecret, activeLists }: Services,
  { workspaceId, token, now }: { workspaceId: string; token: string; now: Date },
): Promise<ActiveExperiment[] | null> {
  const preview = readPreviewToken(linkSecret, token, now);
  if (preview?.workspaceId !== workspaceId) return null;
  const experiment = await findExperiment(database, workspaceId, preview.experimentId);
  if (experiment === null) return null;
  const settings = await findServingSettings(database, workspaceId);
  const { experiments } = await activeLists.of(workspaceId);
  return presentPreview(experiments, { shown: experiment, variantId: preview.variantId }, settings);
}

/** The page that a link opens: what the caller says, or the one that the pattern names. @throws AppError VALIDATION_ERROR */
function pageOf(targetUrl: string, given: string | undefined): URL {
  const address = given ?? targetUrl;
  const isPage =
    /^https?:\/\//i.test(address) && isParsableUrl(address) && (given !== undefined || !address.includes('*'));
  if (isPage && compileOnService(targetUrl)(address)) return new URL(address);
  const message = isPage
    ? `is no page that "${targetUrl}" names`
    : 'has to be the address of a page, with http or https';
  throw invalid(`The body is not valid: "url" ${message}.`, [{ path: 'url', message }]);
}

export const experimentServingRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/active',
    tag,
    summary: 'The experiments that browsers apply',
    description:
      'Running experiments, and completed ones that serve a promoted winner to all visitors. A change shows within five ' +
      'seconds; browsers keep an answer for a minute. Answers 304 to an If-None-Match with its ETag.',
    access: 'public',
    // Every page view of every visitor asks, so that the workspace's rate of reads would be used up by its own success. The
    // answer comes from memory.
    limit: 'none',
    crossOrigin: true,
    request: {
      query: z.object({
        key: jsonText(200, 1).meta({ description: 'The public key of the workspace.' }),
        preview: jsonText(400)
          .optional()
          .meta({ description: 'The token of a preview link. One that is no good is passed over.' }),
      }),
    },
    responses: { 200: z.array(activeExperiment) },
    errors: ['UNAUTHORIZED'],
    handler: async ({ query: { key, preview }, services, receivedAt }) => {
      const { id: workspaceId } = await services.workspaces.byPublicKey(key);
      if (preview !== undefined) {
        const shown = await listForPreview(services, { workspaceId, token: preview, now: receivedAt });
        if (shown !== null) return ok(shown, { 'Cache-Control': 'no-store' });
      }
      const list = await services.activeLists.of(workspaceId);
      const headers = { ETag: list.etag, 'Cache-Control': 'public, max-age=60' };
      return { ...ok(list.experiments, headers), compressed: list };
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/assign',
    tag,
    summary: 'The variant of a visitor, for servers',
    description:
      'By the rules of the snippet, so that both agree. A visitor who takes part is exposed by the answer: the event ' +
      '`experiment_exposure` is stored, once, and the visitor keeps the variant when weights change. With `expose: false` nothing ' +
      'is stored. `inExperiment` is false for a winner that all visitors get. Counts against the rate of ingestion.',
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
    summary: 'Complete an experiment, and serve one variant to all visitors',
    description: 'Until its status is changed. May be repeated, also with another variant.',
    access: { permission: 'experiments.run' },
    limit: 'write',
    request: { params, body: promoteBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 200: experimentRecord },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, body: { variantId }, actor, services }) => {
      const experiment = await promoteVariant(services.database, actor, id, variantId);
      await tryEvidence(services, experiment);
      return ok(presentExperiment(experiment, services.publicUrl));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/preview-link',
    tag,
    summary: 'Make a link that shows a page with one variant, of an experiment in any status',
    description: `For ${previewHours} hours. A visitor who follows it sees the variant on that page and is not counted in the experiment. A member can create links of variants that run no script.`,
    access: { permission: 'experiments.write' },
    limit: 'write',
    request: { params, body: previewLinkBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 200: previewLink },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body: { variantId, url }, actor, services, receivedAt }) => {
      const { workspaceId, role } = actor;
      const experiment = await findExperiment(services.database, workspaceId, id);
      if (experiment === null) throw notFound('Experiment', id);
      assertVariant(experiment, variantId);
      const shown = experiment.variants.filter((variant) => variant.id === variantId);
      // The recipient of the link runs the script: that is more than a look at a draft.
      if (scriptPaths(shown).length > 0) assertMay(role, 'experiments.run', 'A link that runs a script on your pages');
      const page = pageOf(experiment.targetUrl, url);
      const expiresAtMs = receivedAt.getTime() + previewHours * 3_600_000;
      const preview = { workspaceId, experimentId: id, variantId, expiresAtMs };
      page.searchParams.set('apex_preview', formatPreviewToken(services.linkSecret, preview));
      return ok({ url: page.href, expiresAt: new Date(expiresAtMs).toISOString() }, { 'Cache-Control': 'no-store' });
    },
  }),
];
