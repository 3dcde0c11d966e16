import type { z } from 'zod';
import { invalid } from '../../domain/errors';
import { planExperiment, requiredPerVariant } from '../../domain/experiments/power';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { powerResponse, powerBody } from './power-contract';

/** @throws AppError VALIDATION_ERROR for an effect that no rate can show */
function plan({ target_power, targetPower = target_power ?? 0.8, ...body }: z.output<typeof powerBody>) {
  const { baselineRate, mde, alpha, variants, dailyVisitors, trafficSplit } = body;
  if (requiredPerVariant(baselineRate, mde, { alpha, targetPower }) === null) {
    const message = `No rate is ${mde} of ${baselineRate} away from it: rates end at 0 and 1.`;
    throw invalid(message, [{ path: 'mde', message }]);
  }
  // Sizes do not depend on the visitors.
  const takingPart = dailyVisitors === undefined ? 1 : (dailyVisitors * trafficSplit) / 100;
  const input = { baseline: baselineRate, mde, alpha, targetPower, variants, dailyVisitors: takingPart };
  const { perVariant, total, days } = planExperiment(input);
  return {
    ...{ baselineRate, mde, alpha, targetPower, target_power: targetPower, variants },
    ...{ requiredPerVariant: perVariant, total, days: dailyVisitors === undefined ? null : days },
  };
}

export const experimentPowerRoutes: Route[] = [
  defineRoute({
    method: 'post',
    path: '/api/experiments/power',
    tag: 'experiments',
    summary: 'How many visitors an experiment needs, and how long it takes',
    description:
      'For the pooled two-sided z test of two rates, without a correction for the number of treatments. Whole days; null without ' +
      '`dailyVisitors`.',
    access: { permission: 'experiments.read' },
    limit: 'read',
    request: { body: powerBody },
    responses: { 200: powerResponse },
    handler: ({ body }) => Promise.resolve(ok(plan(body))),
  }),
];
