import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findJourney } from '../../db/journeys/journeys';
import { countArmSubjects } from '../../db/reports/branch-performance';
import { countSubjects, countSubjectsByDay } from '../../db/reports/calibrated-impact';
import { listJourneySteps } from '../../db/reports/journey-steps';
import { countSteps } from '../../db/reports/step-stats';
import { notFound } from '../../domain/errors';
import { impactOf } from '../../domain/journeys/impact';
import { branchPerformance, calibratedImpact, stepStats } from '../../domain/journeys/reports/schemas';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentBranchPerformance, presentStepStats } from './present-reports';

/** What reports on a journey have in common. */
const report = {
  method: 'get',
  tag: 'journeys',
  access: { permission: 'journeys.read' },
  limit: 'read',
  request: { params: z.object({ id: z.string() }) },
  errors: ['NOT_FOUND'],
} as const;

async function assertJourney(database: Database, workspaceId: string, id: string): Promise<void> {
  if ((await findJourney(database, workspaceId, id)) === null) throw notFound('Journey', id);
}

export const journeyReportRoutes: Route[] = [
  defineRoute({
    ...report,
    path: '/api/journeys/:id/step-stats',
    summary: 'Count what happened at each step',
    description:
      'Over all versions: the steps of the latest version in its order, then older ones that runs have met. An exit counts ' +
      'as executed. What a run left undone, as it was ended, counts nowhere.',
    responses: { 200: z.array(stepStats) },
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      await assertJourney(database, workspaceId, id);
      const steps = await listJourneySteps(database, workspaceId, id);
      return ok(presentStepStats(steps, await countSteps(database, workspaceId, id)));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/journeys/:id/branch-performance',
    summary: 'Compare the arms of branch and experiment steps',
    description:
      'Over all versions: the steps and arms of the latest version, then older ones that were reached. An arm counts a ' +
      'subject once. A goal event in the window counts whether or not the run has ended.',
    responses: { 200: z.array(branchPerformance) },
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database } }) => {
      await assertJourney(database, workspaceId, id);
      const steps = await listJourneySteps(database, workspaceId, id);
      return ok(presentBranchPerformance(steps, await countArmSubjects(database, workspaceId, id)));
    },
  }),
  defineRoute({
    ...report,
    path: '/api/journeys/:id/calibrated-impact',
    summary: 'Compare those whom the journey reaches with those whom it holds out',
    responses: { 200: calibratedImpact },
    handler: async ({ params: { id }, actor: { workspaceId }, services: { database }, receivedAt }) => {
      await assertJourney(database, workspaceId, id);
      const { triggered, converted } = await countSubjects(database, workspaceId, id);
      const dailyTrend = await countSubjectsByDay(database, workspaceId, id, receivedAt);
      return ok({ ...impactOf(triggered, converted), dailyTrend });
    },
  }),
];
