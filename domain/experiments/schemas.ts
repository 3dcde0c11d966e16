import { z } from 'zod';
import { jsonText } from '../json/schemas';

export const experimentStatus = z.enum(['draft', 'running', 'paused', 'completed']);
export const experimentMode = z.enum(['ab', 'multivariate', 'bandit']);
export const statisticsEngine = z.enum(['frequentist', 'sequential', 'bayesian', 'thompson']);

export type ExperimentStatus = z.infer<typeof experimentStatus>;
export type ExperimentMode = z.infer<typeof experimentMode>;
export type StatisticsEngine = z.infer<typeof statisticsEngine>;

/** A change to every element that a selector matches. */
export const patchChange = z
  .object({
    selector: jsonText(1_000, 1).meta({ description: 'CSS selector. It also applies to elements that appear later.' }),
    action: z.enum(['append', 'set', 'remove']),
    attribute: jsonText(200, 1).meta({ description: '`html` for the content, `class`, or an attribute name.' }),
    value: jsonText(100_000).optional(),
  })
  .meta({ id: 'PatchChange' });

export type PatchChange = z.infer<typeof patchChange>;

const variant = z.object({
  id: jsonText(200, 1),
  name: jsonText(200, 1),
  weight: z.number().min(0).max(1).meta({ description: 'Share of participating visitors.' }),
  css: z.string().optional(),
  js: z.string().optional(),
  patch: z.union([z.array(patchChange), patchChange]).optional(),
});

/** The fields of a variant that a browser needs. */
const servedVariant = variant
  .extend({
    runsScripts: z.literal(true).optional().meta({
      description: 'Whether patches may change elements that run or load something, such as `script` and `iframe`.',
    }),
  })
  .meta({ id: 'ServedVariant' });

/** A variant as stored. */
export interface Variant extends z.infer<typeof variant> {
  /** For a multivariate experiment: the level of each factor. */
  levels?: Record<string, string>;
}

/** An experiment as sent to browsers: what they need to assign and apply variants, without results. */
export const activeExperiment = z
  .object({
    id: z.string(),
    name: z.string(),
    status: experimentStatus.extract(['running', 'completed']),
    targetUrl: z.string().meta({ description: 'Pattern of the pages where the experiment runs.' }),
    trafficSplit: z.number().min(0).max(100).meta({ description: 'Percentage of visitors who participate.' }),
    mode: experimentMode,
    type: z.string(),
    exclusionGroup: z
      .string()
      .optional()
      .meta({ description: 'A visitor takes part in at most one experiment of a group.' }),
    promotedVariantId: z.string().nullable().meta({ description: 'The winner that all visitors see.' }),
    variants: z.array(servedVariant).meta({ description: 'The control comes first.' }),
  })
  .meta({ id: 'ActiveExperiment' });

export type ActiveExperiment = z.infer<typeof activeExperiment>;
