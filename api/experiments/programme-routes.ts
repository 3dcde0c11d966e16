import { z } from 'zod';
import { summariseProgramme } from '../../operations/experiments/summarise-programme';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const interval = z.tuple([z.number(), z.number()]);

const programmeSummary = z
  .object({
    ended: z.int().min(0).meta({ description: 'Number of completed experiments.' }),
    shipped: z
      .int()
      .min(0)
      .meta({
        description:
          'Number of winners among the newest 200 experiments: those with the recommendation to ship or a promoted ' +
          'treatment.',
      }),
    cumulativeLift: z.number().meta({
      description:
        'Combined relative lift of all shipped winners. Each lift is shrunk towards the distribution of all effects.',
    }),
    cumulativeLiftInterval95: interval,
    winners: z.array(
      z.object({
        experimentId: z.string(),
        name: z.string(),
        variantId: z.string(),
        endedAt: z.iso.datetime().nullable(),
        lift: z
          .number()
          .nullable()
          .meta({ description: 'Observed lift. Above 0 is better, whatever the direction of the metric.' }),
        shrunkenLift: z.number(),
        shrunkenLiftInterval95: interval,
      }),
    ),
  })
  .meta({ id: 'ExperimentProgramme' });

export const experimentProgrammeRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/experiments/summary',
    tag: 'experiments',
    summary: 'Summarize the effect of completed experiments',
    description:
      'Observed lifts of winners are too high on average because winners are selected by their lift. The lifts are ' +
      'shrunk by the fat-tailed distribution of all effects (Azevedo et al. 2020).',
    access: { permission: 'experiments.read' },
    limit: 'read',
    responses: { 200: programmeSummary },
    handler: async ({ actor: { workspaceId }, services }) => {
      const { winners, ...summary } = await summariseProgramme(services, workspaceId);
      return ok({
        ...summary,
        winners: winners.map(({ experiment: { id, name, endedAt }, ...winner }) => ({
          experimentId: id,
          name,
          endedAt: endedAt?.toISOString() ?? null,
          ...winner,
        })),
      });
    },
  }),
];
