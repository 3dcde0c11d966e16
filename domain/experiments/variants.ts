import { invalid, type ErrorDetail } from '../errors';
import type { Variant } from './schemas';

/** A variant as a caller gives it. In a change, missing fields stay unchanged, and null removes a field. */
export interface GivenVariant {
  id?: string | undefined;
  name?: string | undefined;
  weight?: number | undefined;
  css?: string | null | undefined;
  js?: string | null | undefined;
  patch?: Variant['patch'] | null;
  levels?: Variant['levels'] | null;
}

/** Tolerance for the sum of weights: far less than a bucket, which is a ten-thousandth of the visitors. */
const weightTolerance = 1e-5;
const maxSlugLength = 60;

/** The control and one treatment. */
export const fewestVariants = 2;

export const tooFewVariants = 'must contain a control and at least one other variant';

/** @throws AppError VALIDATION_ERROR */
export function assertEnoughVariants(variants: readonly unknown[]): void {
  if (variants.length >= fewestVariants) return;
  throw invalid(`variants ${tooFewVariants}.`, [{ path: 'variants', message: tooFewVariants }]);
}

/**
 * Returns the complete variants of a request. Missing ids are slugs of the names; if no weights are given, they are
 * equal. The first variant is the control.
 * @param before stored variants: a variant with the same id keeps the fields that are not given
 * @throws AppError VALIDATION_ERROR
 */
export function completeVariants(given: readonly GivenVariant[], before: readonly Variant[] = []): Variant[] {
  const ids = idsOf(given);
  const known = ids.map((id) => before.find((variant) => variant.id === id));
  const weights = weightsOf(
    given.map(({ weight }) => weight),
    known.map((variant) => variant?.weight),
  );
  return given.map((variant, index) => {
    const { id: _id, name, weight: _weight, ...content } = variant;
    const id = ids[index] ?? '';
    const whole = { ...known[index], ...definedOf(content), id, name: name ?? known[index]?.name ?? id };
    return withoutNulls({ ...whole, weight: weights[index] ?? 0 });
  });
}

const definedOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

const withoutNulls = (fields: object): Variant =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null)) as unknown as Variant;

/**
 * Returns the given or generated ids of variants.
 * @throws AppError VALIDATION_ERROR for an id that two variants have
 */
export function idsOf(given: readonly GivenVariant[]): string[] {
  const taken = new Set<string>();
  const repeated: ErrorDetail[] = [];
  given.forEach(({ id }, index) => {
    if (id === undefined) return;
    if (taken.has(id))
      repeated.push({ path: `variants.${index}.id`, message: `"${id}" is already the id of another variant` });
    taken.add(id);
  });
  if (repeated.length > 0) throw invalid('Every variant must have a unique id.', repeated);
  return given.map(({ id, name }, index) => {
    const own = id ?? freeSlug(name ?? '', index, taken);
    taken.add(own);
    return own;
  });
}

/**
 * Returns a name in lower case, with hyphens in place of everything except ASCII letters and digits; numbered if
 * another variant has this id.
 */
function freeSlug(name: string, index: number, taken: ReadonlySet<string>): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [`variant`, String(index + 1)];
  const slug = words.join('-').slice(0, maxSlugLength).replace(/-$/, '');
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  return free;
}

function weightsOf(given: readonly (number | undefined)[], known: readonly (number | undefined)[]): number[] {
  const weights = given.map((weight, index) => weight ?? known[index]);
  if (!isComplete(weights)) {
    if (given.every((weight) => weight === undefined)) return given.map(() => 1 / given.length);
    const message = 'Set a weight for every variant, or for none to use equal weights.';
    throw invalid(message, missingAt(weights));
  }
  const sum = weights.reduce((total, weight) => total + weight, 0);
  if (Math.abs(sum - 1) <= weightTolerance) return weights;
  const message = `The weights add up to ${Number(sum.toFixed(6))}. They must add up to 1.`;
  throw invalid(message, [{ path: 'variants', message }]);
}

const isComplete = (weights: readonly (number | undefined)[]): weights is number[] => !weights.includes(undefined);

const missingAt = (weights: readonly (number | undefined)[]): ErrorDetail[] =>
  weights.flatMap((weight, index) =>
    weight === undefined
      ? [{ path: `variants.${index}.weight`, message: 'is required if another variant has a weight' }]
      : [],
  );
