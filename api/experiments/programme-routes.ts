import { z } from 'zod';
import { summariseProgramme } from '../../operations/experiments/summarise-programme';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';

const interval = z.tuple([z.number(), z.number()]);

const programmeSummary = z
  .object({
    ended: z.int().min(0).meta({ description: 'Completed experiments.' }),
    shipped: z
      .int()
      .min(0)
      .meta({ description: 'Of the newest 200: with the verdict to ship, or with a promoted treatment.' }),
    cumulativeLift: z.number().meta({
      description:
        'Relative, of all shipped winners one after the other, each shrunk by what effects of the programme are like.',
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
          .meta({ description: 'As it was seen. Above 0 is better, whatever the metric’s direction.' }),
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
    summary: 'What the completed experiments have brought',
    description:
      'Winners look better than they are, as they were picked for it. Lifts are shrunk by the distribution of all effects, with fat tails ' +
      '(Azevedo et al. 2020).',
    access: { permission: 'experiments.read' },
    limit: 'read',
    responses: { 200: programmeSummary },
    handler: async ({ actor: { workspaceId }, services: { database } }) => {
      const { winners, ...summary } = await summariseProgramme(database, workspaceId);
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
