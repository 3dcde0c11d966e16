import canonicalize from 'canonicalize';
import { conflict, invalid } from '../errors';
import type { MetricSetting } from './metrics/schemas';
import type { KeptDecision } from './recommendation';
import type { ExperimentMode, ExperimentStatus, StatisticsEngine, Variant } from './schemas';
import { assertEnoughVariants, completeVariants, idsOf, type GivenVariant } from './variants';

/** What of an experiment can change. */
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
  /** As it was given; null for the primary conversion. */
  primaryMetric: MetricSetting | null;
  /** Metrics that it must not harm, as they were given. */
  guardrailMetrics: MetricSetting[];
  /** What else is looked at, as it was given. */
  secondaryMetrics: MetricSetting[];
  /** Whether comparisons are adjusted for what visitors did before their exposure. */
  cuped: boolean;
  /** Days of 24 hours after the exposure within which conversions count, 1 to 90; null for no such end. */
  attributionWindowDays: number | null;
  beliefId: string | null;
  exclusionGroup: string | null;
  /** The control first. */
  variants: Variant[];
  promotedVariantId: string | null;
  startedAt: Date | null;
  endedAt: Date | null;
  /** The verdict that was reached, which stands; null while there is none. */
  decision: KeptDecision | null;
}

type Given<Field extends keyof ExperimentState> = { [Name in Field]?: ExperimentState[Name] | undefined };

/** What a caller asks for: fields that are not given stay as they are. */
export type ExperimentChanges = Given<
  Exclude<keyof ExperimentState, 'variants' | 'promotedVariantId' | 'startedAt' | 'endedAt' | 'decision'>
> & {
  variants?: readonly GivenVariant[] | undefined;
};

/** What decides who is counted, and how: fixed once the experiment has left its draft (contract, section 10). */
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
 * An experiment after a change. What equals what is stored is no change, so that it is safe to repeat.
 * @param now when the change is made, for the times of its status
 * @throws AppError CONFLICT for what only a draft can change, VALIDATION_ERROR for variants, mode and engine that do not fit
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

/** Before weights are judged: they may be wrong just because a variant is missing. */
function refuseGoneVariants(before: ExperimentState, ids: readonly string[]): void {
  const gone = before.variants.filter(({ id }) => !ids.includes(id)).map(({ id }) => `"${id}"`);
  if (gone.length > 0) {
    throw conflict(
      `Only a draft can remove variants or change their ids, and ${gone.join(', ')} would be gone. ` +
        'Give all variants with their ids; one with weight 0 gets no new visitors.',
    );
  }
}

/** Whatever the order of keys: the database has its own. */
const isSame = (one: unknown, other: unknown): boolean => canonicalize(one) === canonicalize(other);

type ComparedField = Exclude<keyof ExperimentState, 'startedAt' | 'endedAt' | 'decision'>;

/** What differs between two states of an experiment; the times follow from the status. */
export const changedFields = (before: ExperimentState, after: ExperimentState): ComparedField[] =>
  comparedFields.filter((field) => !isSame(before[field], after[field]));

/** The order decides the slots of the assignment and which variant is the control: new variants come last. */
function inOrderOf(before: readonly Variant[], variants: readonly Variant[]): Variant[] {
  const place = ({ id }: Variant): number => {
    const index = before.findIndex((variant) => variant.id === id);
    return index < 0 ? before.length : index;
  };
  return [...variants].sort((one, other) => place(one) - place(other));
}

/**
 * Mode and engine: `bandit` and `thompson` imply each other when one is not given (contract, section 10).
 * @throws AppError VALIDATION_ERROR when both are given and do not fit
 */
export function fittingEngine(
  given: Given<'mode' | 'engine'>,
  before: Pick<ExperimentState, 'mode' | 'engine'> = { mode: 'ab', engine: 'frequentist' },
): Pick<ExperimentState, 'mode' | 'engine'> {
  const mode = given.mode ?? (given.engine === undefined ? before.mode : modeFor(given.engine, before.mode));
  const engine = given.engine ?? (given.mode === undefined ? before.engine : engineFor(given.mode, before.engine));
  if ((mode === 'bandit') !== (engine === 'thompson')) {
    const message = `Mode "${mode}" and engine "${engine}" exclude each other: bandit goes with thompson, and only with it.`;
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
 * An experiment in another status, with the times of it. It may go from any status to any other: one that runs again keeps its
 * first start, as its visitors keep their variants; one that is a draft again has no start, and no verdict.
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
 * An experiment completed, with a variant that all visitors get from then on.
 * @throws AppError CONFLICT for a draft, VALIDATION_ERROR for a variant that it does not have
 */
export function promoteVariant<State extends ExperimentState>(before: State, variantId: string, now: Date): State {
  findVariant(before, variantId);
  if (before.status === 'draft') {
    throw conflict('A draft has no winner yet: set its status to running first.');
  }
  return { ...withStatus(before, 'completed', now), promotedVariantId: variantId };
}

/** The variant of that id. @throws AppError VALIDATION_ERROR unless the experiment has it */
export function findVariant({ variants }: Pick<ExperimentState, 'variants'>, variantId: string): Variant {
  const variant = variants.find(({ id }) => id === variantId);
  if (variant !== undefined) return variant;
  const message = `The experiment has no variant "${variantId}".`;
  throw invalid(message, [{ path: 'variantId', message }]);
}

/** @throws AppError CONFLICT unless it is a draft */
export function assertDeletable({ status }: Pick<ExperimentState, 'status'>): void {
  if (status === 'draft') return;
  throw conflict(`Only a draft can be deleted. This experiment is ${status}: its exposures and results stay.`);
}
