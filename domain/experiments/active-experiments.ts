import { backtrackingGrowth, withoutPadding } from './backtracking';
import { scriptPaths } from './scripts';
import type { ActiveExperiment, Variant } from './schemas';

/** Settings of the workspace that decide what is served. */
export interface ServingSettings {
  allowJsPatches: boolean;
}

/** An experiment, as far as browsers receive it. */
export interface ServedExperiment extends Omit<ActiveExperiment, 'status' | 'exclusionGroup' | 'variants'> {
  status: 'draft' | 'running' | 'paused' | 'completed';
  exclusionGroup: string | null;
  variants: Variant[];
}

/**
 * Returns the list for browsers. Leaves out stored experiments with an expression that could hang a page, and those with
 * scripts if the workspace does not allow them. New expressions take linear time. Older ones may take quadratic time in
 * the length of the address, which is at most 2,000.
 */
export const activeExperiments = (
  experiments: readonly ServedExperiment[],
  { allowJsPatches }: ServingSettings,
): ActiveExperiment[] =>
  experiments
    .filter(({ targetUrl }) => isUsable(targetUrl))
    .map(activeExperiment)
    .filter(({ variants }) => allowJsPatches || scriptPaths(variants).length === 0);

const isUsable = (pattern: string): boolean => !pattern.startsWith('re:') || backtrackingGrowth(pattern.slice(3)) <= 2;

const servedPattern = (pattern: string): string =>
  pattern.startsWith('re:') ? `re:${withoutPadding(pattern.slice(3))}` : pattern;

/**
 * Returns the list for a browser that previews one variant of an experiment, whatever its status. As with a promoted
 * winner, all visitors get the variant and nothing is counted. Other experiments of its exclusion group are left out.
 */
export function previewedExperiments(
  active: readonly ActiveExperiment[],
  { shown, variantId }: { shown: ServedExperiment; variantId: string },
  settings: ServingSettings,
) {
  const { id, exclusionGroup } = shown;
  const others = active.filter(
    (one) => one.id !== id && (exclusionGroup === null || one.exclusionGroup !== exclusionGroup),
  );
  const promoted: ServedExperiment = { ...shown, status: 'completed', promotedVariantId: variantId };
  return [...others, ...activeExperiments([promoted], settings)];
}

/** A promoted winner gets all traffic. The other variants are served without their changes. */
function activeExperiment(experiment: ServedExperiment): ActiveExperiment {
  const { id, name, targetUrl, mode, type, exclusionGroup, promotedVariantId, trafficSplit, variants } = experiment;
  const isPromoted = experiment.status === 'completed';
  return {
    id,
    name,
    status: isPromoted ? 'completed' : 'running',
    targetUrl: servedPattern(targetUrl),
    trafficSplit: isPromoted ? 100 : trafficSplit,
    mode,
    type,
    ...(exclusionGroup === null ? {} : { exclusionGroup }),
    promotedVariantId: isPromoted ? promotedVariantId : null,
    variants: isPromoted
      ? variants.map((variant) => promotedVariant(variant, promotedVariantId))
      : variants.map(servedVariant),
  };
}

const promotedVariant = (variant: Variant, promotedVariantId: string | null): ActiveExperiment['variants'][number] =>
  variant.id === promotedVariantId
    ? { ...servedVariant(variant), weight: 1 }
    : { id: variant.id, name: variant.name, weight: 0 };

/** `runsScripts` tells the browser that the variant may run or load scripts. It was checked before the variant went live. */
function servedVariant(variant: Variant): ActiveExperiment['variants'][number] {
  const { id, name, weight, css, js, patch } = variant;
  return {
    id,
    name,
    weight,
    ...(css === undefined ? {} : { css }),
    ...(js === undefined ? {} : { js }),
    ...(patch === undefined ? {} : { patch }),
    ...(scriptPaths([{ patch }]).length === 0 ? {} : { runsScripts: true as const }),
  };
}
