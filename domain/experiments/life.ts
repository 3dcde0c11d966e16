import canonicalize from 'canonicalize';
import { conflict, invalid } from '../errors';
import type { MetricSetting } from './metrics/schemas';
import type { RecordedDecision } from './recommendation';
import type { ExperimentMode, ExperimentStatus, StatisticsEngine, Variant } from './schemas';
import { assertEnoughVariants, completeVariants, idsOf, type GivenVariant } from './variants';

/** The fields of an experiment that can change. */
export interface ExperimentState {
  name: string;
  status: ExperimentStatus;
  type: string;
  /** The path of `targetUrl`; null for a regular expression. */
  surface: string | null;
  targetUrl: string;
  /** Percentage of visitors, 0 to 100. */
  trafficSplit: number;
  mode: ExperimentMode;
  engine: StatisticsEngine;
  /** 0 to 1. */
  targetPower: number;
  /** Relative to the control's rate. */
  mde: number;
  /** 0 to 1. */
  alpha: number;
  /** As given; null for the primary conversion. */
  primaryMetric: MetricSetting | null;
  /** Metrics that it must not harm, as given. */
  guardrailMetrics: MetricSetting[];
  /** Other metrics to report, as given. */
  secondaryMetrics: MetricSetting[];
  /** Whether comparisons are adjusted for pre-exposure data. */
  cuped: boolean;
  /** Days of 24 hours after the exposure within which conversions count, 1 to 90; null for no limit. */
  attributionWindowDays: number | null;
  beliefId: string | null;
  exclusionGroup: string | null;
  /** The control first. */
  variants: Variant[];
  promotedVariantId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** The verdict, which is final; null until it is reached. */
  decision: RecordedDecision | null;
}

type Given<Field extends keyof ExperimentState> = { [Name in Field]?: ExperimentState[Name] | undefined };

/** A change as requested by a caller: fields that are not given stay unchanged. */
export type ExperimentChanges = Given<
  Exclude<keyof ExperimentState, 'variants' | 'promotedVariantId' | 'startedAt' | 'endedAt' | 'decision'>
> & {
  variants?: readonly GivenVariant[] | undefined;
};

/**
 * Fields that decide who is counted, and how. They are fixed once the experiment has left its draft.
 */
const draftFields = [
  ...(['type', 'targetUrl', 'mode', 'engine', 'targetPower', 'mde', 'alpha', 'primaryMetric'] as const),
  ...(['guardrailMetrics', 'secondaryMetrics', 'cuped', 'attributionWindowDays', 'beliefId'] as const),
  'exclusionGroup' as const,
];
const comparedFields = [
  ...draftFields,
  ...(['name', 'status', 'surface', 'trafficSplit', 'variants', 'promotedVariantId'] as const),
];

/**
 * Returns an experiment after a change. Values that equal the stored ones are no change, so that repeating a request is
 * safe.
 * @param now when the change is made, for the times of its status
 * @throws AppError CONFLICT for fields that only a draft can change, VALIDATION_ERROR for invalid variants, and for a
 *   mode and engine that do not fit
 */
export function changeExperiment<State extends ExperimentState>(
  before: State,
  { variants: given, status = before.status, ...fields }: ExperimentChanges,
  now: Date,
): State {
  if (given !== undefined) {
    if (before.status !== 'draft') refuseGoneVariants(before, idsOf(given));
    assertEnoughVariants(given);
  }
  const variants = given === undefined ? before.variants : completeVariants(given, before.variants);
  const after = { ...before, ...definedOf(fields), ...fittingEngine(fields, before), variants };
  if (before.status !== 'draft') refuseAfterDraft(before, after);
  const kept = before.status === 'draft' ? after : { ...after, variants: inOrderOf(before.variants, variants) };
  return withStatus(kept, status, now);
}

const definedOf = <Fields extends object>(fields: Fields): Partial<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<Fields>;

function refuseAfterDraft(before: ExperimentState, after: ExperimentState): void {
  const changed = draftFields.filter((field) => !isSame(before[field], after[field]));
  if (changed.length > 0) {
    throw conflict(`Only a draft can change ${changed.join(', ')}. This experiment is ${before.status}.`);
  }
}

/** Runs before weights are checked, because they may be wrong only because a variant is missing. */
function refuseGoneVariants(before: ExperimentState, ids: readonly string[]): void {
  const gone = before.variants.filter(({ id }) => !ids.includes(id)).map(({ id }) => `"${id}"`);
  if (gone.length > 0) {
    throw conflict(
      `Only a draft can remove variants or change their ids. This request would remove ${gone.join(', ')}. ` +
        'Send all variants with their ids. A variant with weight 0 gets no new visitors.',
    );
  }
}

/** Ignores the order of keys, which differs in the database. */
const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);

type ComparedField = Exclude<keyof ExperimentState, 'startedAt' | 'endedAt' | 'decision'>;

/**
 * Returns the fields that differ between two states of an experiment. Times are not compared: they follow from the
 * status.
 */
export const changedFields = (before: ExperimentState, after: ExperimentState): ComparedField[] =>
  comparedFields.filter((field) => !isSame(before[field], after[field]));

/**
 * Keeps the previous order and puts new variants last. The order decides the slots of the assignment and which variant
 * is the control.
 */
function inOrderOf(before: readonly Variant[], variants: readonly Variant[]): Variant[] {
  const place = ({ id }: Variant): number => {
    const index = before.findIndex((variant) => variant.id === id);
    return index < 0 ? before.length : index;
  };
  return [...variants].sort((one, other) => place(one) - place(other));
}

/**
 * Returns a mode and engine that fit: `bandit` and `thompson` imply each other if one is not given.
 * @throws AppError VALIDATION_ERROR if both are given and do not fit
 */
export function fittingEngine(
  given: Given<'mode' | 'engine'>,
  before: Pick<ExperimentState, 'mode' | 'engine'> = { mode: 'ab', engine: 'frequentist' },
): Pick<ExperimentState, 'mode' | 'engine'> {
  const mode = given.mode ?? (given.engine === undefined ? before.mode : modeFor(given.engine, before.mode));
  const engine = given.engine ?? (given.mode === undefined ? before.engine : engineFor(given.mode, before.engine));
  if ((mode === 'bandit') !== (engine === 'thompson')) {
    const message =
      `Mode "${mode}" and engine "${engine}" cannot be combined. Mode bandit requires engine thompson, and ` +
      'engine thompson requires mode bandit.';
    throw invalid(message, [{ path: 'engine', message }]);
  }
  return { mode, engine };
}

function modeFor(engine: StatisticsEngine, before: ExperimentMode): ExperimentMode {
  if (engine === 'thompson') return 'bandit';
  return before === 'bandit' ? 'ab' : before;
}

function engineFor(mode: ExperimentMode, before: StatisticsEngine): StatisticsEngine {
  if (mode === 'bandit') return 'thompson';
  return before === 'thompson' ? 'frequentist' : before;
}

/**
 * Returns an experiment with another status and the times that follow from it. Every change of status is allowed. An
 * experiment that runs again keeps its first start, because its visitors keep their variants. A draft has no start and
 * no verdict.
 */
function withStatus<State extends ExperimentState>(state: State, status: ExperimentStatus, now: Date): State {
  if (state.status === status) return state;
  switch (status) {
    case 'draft':
      return { ...state, status, startedAt: null, endedAt: null, promotedVariantId: null, decision: null };
    case 'running':
      return { ...state, status, startedAt: state.startedAt ?? now, endedAt: null, promotedVariantId: null };
    case 'paused':
      return { ...state, status };
    case 'completed':
      return { ...state, status, endedAt: now };
  }
}

/**
 * Completes an experiment with a variant that all visitors get from then on.
 * @throws AppError CONFLICT for a draft, VALIDATION_ERROR for a variant that it does not have
 */
export function promoteVariant<State extends ExperimentState>(before: State, variantId: string, now: Date): State {
  findVariant(before, variantId);
  if (before.status === 'draft') {
    throw conflict('A draft cannot have a winner. Set its status to running first.');
  }
  return { ...withStatus(before, 'completed', now), promotedVariantId: variantId };
}

/**
 * Returns the variant with an id.
 * @throws AppError VALIDATION_ERROR unless the experiment has it
 */
export function findVariant({ variants }: Pick<ExperimentState, 'variants'>, variantId: string): Variant {
  const variant = variants.find(({ id }) => id === variantId);
  if (variant !== undefined) return variant;
  const message = `Variant "${variantId}" does not exist in this experiment.`;
  throw invalid(message, [{ path: 'variantId', message }]);
}

/** @throws AppError CONFLICT unless it is a draft */
export function assertDeletable({ status }: Pick<ExperimentState, 'status'>): void {
  if (status === 'draft') return;
  throw conflict(`Only a draft can be deleted. This experiment is ${status}, and its exposures and results are kept.`);
}
