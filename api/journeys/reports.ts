import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findJourney } from '../../db/journeys/journeys';
import { countArmSubjects } from '../../db/reports/branch-performance';
import { countSubjects, countSubjectsByDay } from '../../db/reports/calibrated-impact';
import { readJourneyFailures } from '../../db/reports/journey-failures';
import { readJourneyFigures } from '../../db/reports/journey-figures';
import { listJourneySteps } from '../../db/reports/journey-steps';
import { countSteps } from '../../db/reports/step-stats';
import { periodQuery } from '../../domain/analytics/schemas';
import { notFound } from '../../domain/errors';
import { impactOf } from '../../domain/journeys/impact';
import {
  branchPerformance,
  calibratedImpact,
  journeyFailures,
  journeyFigures,
  stepStats,
} from '../../domain/journeys/reports/schemas';
import { findPeriod } from '../../operations/analytics/read-analytics';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentBranchPerformance, presentFigures, presentStepStats } from './present-reports';

/** What reports on a journey have in common. */
const report = {
  method: 'get',
  tag: 'journeys',
  access: { permission: 'journeys.read' },
  limit: 'read',
  request: { params: z.object({ id: z.string() }) },
  errors: ['NOT_FOUND'],
} as const;

/** Of those that can be counted for one version. */
const byVersion = {
  ...report.request,
  query: z.strictObject({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
};

async function assertJourney(database: Database, workspaceId: string, id: string, version?: number): Promise<void> {
  const journey = await findJourney(database, workspaceId, id);
  if (journey === null) throw notFound('Journey', id);
  if (version !== undefined && version > (journey.latestVersion ?? 0)) {
    throw notFound('Journey version', `${id}/${version}`);
  }
}

/** Ids in one parameter, so that a page of journeys fits into an address. */
const journeyIds = z
  .string()
  .max(4_000)
  .transform((text) => [...new Set(text.split(','))])
  .pipe(z.array(z.string().min(1).max(100)).max(100))
  .meta({ description: 'Up to 100 ids, separated by commas.', example: 'jrn_1,jrn_2' });

/** Stands before the routes of `/api/journeys/:id`. */
export const journeyFiguresRoute = defineRoute({
  ...report,
  path: '/api/journeys/figures',
  summary: 'Count several journeys in one request',
  description:
    'Returns the step statistics and the calibrated impact of several journeys, in the order of the ids. Unknown ids ' +
    'are omitted.',
  request: { query: z.strictObject({ ids: journeyIds }) },
  responses: { 200: z.array(journeyFigures) },
  handler: async ({ query: { ids }, actor: { workspaceId }, services: { database }, receivedAt }) => {
    const counted = await readJourneyFigures(database, workspaceId, ids, receivedAt);
    const byId = new Map(counted.map((figures) => [figures.journeyId, figures]));
    return ok(ids.flatMap((id) => byId.get(id) ?? []).map(presentFigures));
  },
});

/** Stands before the routes of `/api/journeys/:id`. */
export const journeyFailuresRoute = defineRoute({
  ...report,
  path: '/api/journeys/failures',
  summary: 'Count failed executions and webhooks by journey',
  description: 'Journeys without failures are omitted. The journey that failed last comes first.',
  request: { query: periodQuery },
  responses: { 200: journeyFailures },
  handler: async ({ query, actor: { workspaceId }, services: { database }, receivedAt: now }) => {
    const { period, workspace } = await findPeriod({ database }, { workspaceId, query, now });
    const { timezone } = workspace;
    const found = await readJourneyFailures(database, { ...period, workspaceId, timezone });
    const journeys = found.map(({ lastAt, ...journey }) => ({ ...journey, lastAt: lastAt.toISOString() }));
    return ok({ period, journeys });
  },
});

export const journeyReportRoutes: Route[] = [
  defineRoute({
    ...report,
    path: '/api/journeys/:id/step-stats',
    summary: 'Read step statistics',
    description:
      'Covers all versions: the steps of the latest version in order, then earlier steps that executions reached. An ' +
      'exit counts as executed. Steps that were pending when an execution was ended are not counted. Set `version` to ' +
      'count only the steps and executions of that version.',
    request: byVersion,
    responses: { 200: z.array(stepStats) },
    handler: async ({ params: { id }, query: { version }, actor: { workspaceId }, services: { database } }) => {
      await assertJourney(database, workspaceId, id, version);
      const steps = await listJourneySteps(database, workspaceId, id, version);
      return ok(presentStepStats(steps, await countSteps(database, workspaceId, id, version)));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/journeys/:id/branch-performance',
    summary: 'Compare the arms of branch and experiment steps',
    description:
      'Covers all versions: the steps and arms of the latest version, then earlier arms that people reached. An arm ' +
      'counts each person once. A goal event in the attribution window counts even after the execution has ended. Set ' +
      '`version` to include only its steps and the people who first reached an arm in it.',
    request: byVersion,
    responses: { 200: z.array(branchPerformance) },
    handler: async ({ params: { id }, query: { version }, actor: { workspaceId }, services: { database } }) => {
      await assertJourney(database, workspaceId, id, version);
      const steps = await listJourneySteps(database, workspaceId, id, version);
      return ok(presentBranchPerformance(steps, await countArmSubjects(database, workspaceId, id, version)));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/journeys/:id/calibrated-impact',
    summary: 'Compare the exposed group with the holdout group',
    responses: { 200: calibratedImpact },
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database }, receivedAt }) => {
      await assertJourney(database, workspaceId, id);
      const { triggered, converted } = await countSubjects(database, workspaceId, id);
      const dailyTrend = await countSubjectsByDay(database, workspaceId, id, receivedAt);
      return ok({ ...impactOf(triggered, converted), dailyTrend });
    },
  }),
];
