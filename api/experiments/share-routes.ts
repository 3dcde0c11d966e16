import { z } from 'zod';
import { listConversions } from '../../db/conversions/conversions';
import { findExperiment } from '../../db/experiments/experiments';
import { findSharedExperiment, listShareLinks, type ShareLink } from '../../db/experiments/share-links';
import { AppError, notFound } from '../../domain/errors';
import { experimentResults as resultsSchema } from '../../domain/experiments/reports/schemas';
import { hashShareToken } from '../../domain/experiments/share-token';
import { integerWithin } from '../../domain/json/schemas';
import { numberLimits } from '../../domain/number-limits';
import { evaluateExperiment } from '../../operations/experiments/evaluate-experiment';
import { createShareLink, revokeShareLink } from '../../operations/experiments/links';
import { mustExist } from '../must-exist';
import { created, deleted, deletedRecord, ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentResults } from './present-results';
import { variantRecord } from './record';
import { resultsQuery } from './results-routes';

const tag = 'experiments';
const params = z.object({ id: z.string() });
const access = { permission: 'experiments.run' } as const;

const shareLink = z
  .object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    createdBy: z.string().meta({ description: 'Id of the user or key.' }),
    createdByName: z.string().nullable().meta({ description: 'Current name. Null if the user or key was deleted.' }),
    expiresAt: z.iso.datetime(),
    revokedAt: z.iso.datetime().nullable(),
    status: z.enum(['active', 'expired', 'revoked']),
  })
  .meta({ id: 'ShareLink' });

const newShareLink = shareLink
  .extend({ url: z.string().meta({ description: 'Only this response contains the URL.' }) })
  .meta({ id: 'NewShareLink' });

const shareLinkBody = z
  .strictObject({
    expiresInDays: integerWithin(numberLimits.shareLinkDays).default(30).meta({ description: 'Default: 30.' }),
  })
  .meta({ id: 'CreateShareLink', examples: [{ expiresInDays: 14 }] });

const sharedResults = z
  .object({
    name: z.string(),
    page: z.string().meta({ description: 'Pattern of the pages where the experiment runs.' }),
    metricNames: z
      .record(z.string(), z.string())
      .meta({ description: 'Names of the conversions in `results`, by id.' }),
    variants: z.array(variantRecord).meta({ description: 'What each variant changes. The control comes first.' }),
    expiresAt: z.iso.datetime(),
    results: resultsSchema,
  })
  .meta({ id: 'SharedResults', description: 'Results and variants of an experiment, without personal data.' });

function presentLink({ experimentId: _, ...link }: ShareLink, now: Date): z.infer<typeof shareLink> {
  const ended = link.expiresAt <= now ? 'expired' : 'active';
  return {
    ...link,
    createdAt: link.createdAt.toISOString(),
    expiresAt: link.expiresAt.toISOString(),
    revokedAt: link.revokedAt?.toISOString() ?? null,
    status: link.revokedAt === null ? ended : 'revoked',
  };
}

const sharedHeaders = { 'Cache-Control': 'no-store, private', 'X-Robots-Tag': 'noindex' };

/** Links that show results without signing in. */
export const experimentShareRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/:id/share-links',
    tag,
    summary: 'List share links, newest first',
    description: 'Returns at most 100 links, with their creators. Expired and revoked links are included.',
    access,
    limit: 'read',
    request: { params },
    responses: { 200: z.array(shareLink) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database }, receivedAt }) => {
      if ((await findExperiment(database, workspaceId, id)) === null) throw notFound('Experiment', id);
      const links = await listShareLinks(database, workspaceId, id);
      return ok(links.map((link) => presentLink(link, receivedAt)));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/experiments/:id/share-links',
    tag,
    summary: 'Create a link that shows the results without signing in',
    description:
      'Every person with the link sees the results of this experiment and what its variants change, and nothing else, ' +
      'until it expires or you revoke it. The link is stored as a hash. Creating and revoking links is recorded in the audit log.',
    access,
    limit: 'write',
    request: { params, body: shareLinkBody },
    findNamed: mustExist('Experiment', findExperiment),
    responses: { 201: newShareLink },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, body, actor, services, receivedAt }) => {
      const request = { experimentId: id, days: body.expiresInDays };
      const { id: linkId, token } = await createShareLink(services, actor, request);
      const links = await listShareLinks(services.database, actor.workspaceId, id);
      const link = links.find((one) => one.id === linkId);
      if (link === undefined) throw notFound('Share link', linkId);
      const url = `${services.settings.publicUrl}/console/shared/${token}`;
      return created({ ...presentLink(link, receivedAt), url }, { 'Cache-Control': 'no-store' });
    },
  }),
  defineRoute({
    method: 'delete',
    path: '/api/experiments/:id/share-links/:linkId',
    tag,
    summary: 'Revoke a share link immediately',
    access,
    limit: 'write',
    request: { params: params.extend({ linkId: z.string() }) },
    responses: { 200: deletedRecord },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id, linkId }, actor, services }) => {
      await revokeShareLink(services, actor, { experimentId: id, linkId });
      return deleted(linkId);
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/shared/experiments/:token',
    tag,
    summary: 'Read the results behind a share link',
    description:
      'Returns 404 if the link does not exist, has expired or was revoked. Counts towards the rate limit for reads of ' +
      'the link and of the network address.',
    access: 'public',
    limit: 'none',
    request: { params: z.object({ token: z.string().max(100) }), query: resultsQuery.pick({ baseline: true }) },
    responses: { 200: sharedResults },
    errors: ['NOT_FOUND', 'RATE_LIMITED'],
    handler: async ({ params: { token }, query, services, address, countAgainst }) => {
      await countAgainst('read', `share:${address}`);
      const link = await findSharedExperiment(services.database, hashShareToken(token));
      if (link === null) throw closedLink();
      const { workspaceId, experimentId, expiresAt } = link;
      await countAgainst('read', `share:${link.linkId}`);
      const request = { ...query, withSeries: true, isAwaited: true };
      const results = await evaluateExperiment(services, workspaceId, experimentId, request);
      if (results === null) throw closedLink();
      const conversions = await listConversions(services.database, workspaceId);
      const named = new Set([results.primaryMetric, ...results.metrics.map(({ metric }) => metric)]);
      return ok(
        {
          name: results.experiment.name,
          page: results.experiment.targetUrl,
          metricNames: Object.fromEntries(
            conversions.filter(({ id }) => named.has(id)).map(({ id, name }) => [id, name]),
          ),
          variants: results.experiment.variants,
          expiresAt: expiresAt.toISOString(),
          results: presentResults(results),
        },
        sharedHeaders,
      );
    },
  }),
];

const closedLink = (): AppError =>
  new AppError(
    'NOT_FOUND',
    'This link does not exist, has expired or was revoked. Request a new link from the person who sent it.',
  );
