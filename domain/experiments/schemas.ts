import { z } from 'zod';
import { jsonText } from '../json/schemas';

export const experimentStatus = z.enum(['draft', 'running', 'paused', 'completed']);
export const experimentMode = z.enum(['ab', 'multivariate', 'bandit']);
export const statisticsEngine = z.enum(['frequentist', 'sequential', 'bayesian', 'thompson']);

export type ExperimentStatus = z.infer<typeof experimentStatus>;
export type ExperimentMode = z.infer<typeof experimentMode>;
export type StatisticsEngine = z.infer<typeof statisticsEngine>;

/** One change to every element that a selector names. */
export const patchChange = z
  .object({
    selector: jsonText(1_000, 1).meta({ description: 'CSS selector, also for elements that appear later.' }),
    action: z.enum(['append', 'set', 'remove']),
    attribute: jsonText(200, 1).meta({ description: '`html` for the content, `class`, or the name of an attribute.' }),
    value: jsonText(100_000).optional(),
  })
  .meta({ id: 'PatchChange' });

export type PatchChange = z.infer<typeof patchChange>;

const variant = z.object({
  id: jsonText(200, 1),
  name: jsonText(200, 1),
  weight: z.number().min(0).max(1).meta({ description: 'Share of the visitors that take part.' }),
  css: z.string().optional(),
  js: z.string().optional(),
  patch: z.union([z.array(patchChange), patchChange]).optional(),
});

/** What a browser has to know of a variant. */
const servedVariant = variant
  .extend({
    runsScripts: z.literal(true).optional().meta({
      description: 'Its patches may change elements that run or load something, such as `script` and `iframe`.',
    }),
  })
  .meta({ id: 'ServedVariant' });

/** A variant as it is stored. */
export interface Variant extends z.infer<typeof variant> {
  /** Of a multivariate experiment: the level of each factor. */
  levels?: Record<string, string>;
}

/** An experiment as browsers get it: what assigns and applies, and nothing of its results. */
export const activeExperiment = z
  .object({
    id: z.string(),
    name: z.string(),
    status: experimentStatus.extract(['running', 'completed']),
    targetUrl: z.string().meta({ description: 'Pattern of the pages that it runs on.' }),
    trafficSplit: z.number().min(0).max(100).meta({ description: 'Percentage of visitors that take part.' }),
    mode: experimentMode,
    type: z.string(),
    exclusionGroup: z.string().optional().meta({ description: 'Experiments of one group share no visitor.' }),
    promotedVariantId: z.string().nullable().meta({ description: 'The winner that all visitors get.' }),
    variants: z.array(servedVariant).meta({ description: 'The control first.' }),
  })
  .meta({ id: 'ActiveExperiment' });

export type ActiveExperiment = z.infer<typeof activeExperiment>;
