import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findJourney } from '../../db/journeys/journeys';
import { countArmSubjects } from '../../db/reports/branch-performance';
import { countSubjects, countSubjectsByDay } from '../../db/reports/calibrated-impact';
import { readJourneyFigures } from '../../db/reports/journey-figures';
import { listJourneySteps } from '../../db/reports/journey-steps';
import { countSteps } from '../../db/reports/step-stats';
import { notFound } from '../../domain/errors';
import { impactOf } from '../../domain/journeys/impact';
import { branchPerformance, calibratedImpact, journeyFigures, stepStats } from '../../domain/journeys/reports/schemas';
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
  summary: 'Count several journeys at once',
  description:
    'What a list of journeys shows, in the order of the ids. Ids that are no journey’s are left out. Figures are those of step-stats and ' +
    'calibrated-impact.',
  request: { query: z.strictObject({ ids: journeyIds }) },
  responses: { 200: z.array(journeyFigures) },
  handler: async ({ query: { ids }, actor: { workspaceId }, services: { database }, receivedAt }) => {
    const counted = await readJourneyFigures(database, workspaceId, ids, receivedAt);
    const byId = new Map(counted.map((figures) => [figures.journeyId, figures]));
    return ok(ids.flatMap((id) => byId.get(id) ?? []).map(presentFigures));
  },
});

export const journeyReportRoutes: Route[] = [
  defineRoute({
    ...report,
    path: '/api/journeys/:id/step-stats',
    summary: 'Count what happened at each step',
    description:
      'Over all versions: the steps of the latest version in its order, then older ones that runs have met. An exit counts ' +
      'as executed. What a run left undone, as it was ended, counts nowhere. With a `version` its steps and its runs alone.',
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
      'Over all versions: the steps and arms of the latest version, then older ones that were reached. An arm counts a ' +
      'subject once. A goal event in the window counts whether or not the run has ended. With a `version` its steps alone, and subjects who ' +
      'reached an arm in it first.',
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
    summary: 'Compare the people a journey reaches with those it holds out',
    responses: { 200: calibratedImpact },
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database }, receivedAt }) => {
      await assertJourney(database, workspaceId, id);
      const { triggered, converted } = await countSubjects(database, workspaceId, id);
      const dailyTrend = await countSubjectsByDay(database, workspaceId, id, receivedAt);
      return ok({ ...impactOf(triggered, converted), dailyTrend });
    },
  }),
];
