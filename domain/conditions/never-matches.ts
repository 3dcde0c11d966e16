import { evaluate, type ConditionFacts } from './evaluate';
import type { Comparison, Condition } from './schemas';

/** Checks whether a condition certainly never matches, whatever the data is. */
export function neverMatches(condition: Condition): boolean {
  if ('all' in condition) {
    return condition.all.some(neverMatches) || contradict(condition.all.flatMap(comparisonsIn));
  }
  if ('any' in condition) return condition.any.every(neverMatches);
  if ('not' in condition) return alwaysMatches(condition.not);
  if ('event' in condition) return condition.where !== undefined && neverMatches(condition.where);
  return condition.operator === 'in' && Array.isArray(condition.value) && condition.value.length === 0;
}

function alwaysMatches(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(alwaysMatches);
  if ('any' in condition) return condition.any.some(alwaysMatches);
  if ('not' in condition) return neverMatches(condition.not);
  if ('event' in condition) return false;
  return condition.operator === 'not_in' && Array.isArray(condition.value) && condition.value.length === 0;
}

/** Returns the comparisons that must all be true for a condition to match. */
function comparisonsIn(condition: Condition): Comparison[] {
  if ('all' in condition) return condition.all.flatMap(comparisonsIn);
  if ('not' in condition && 'field' in condition.not && condition.not.operator === 'exists')
    return [{ ...condition.not, value: condition.not.value === false }];
  return 'field' in condition ? [condition] : [];
}

/** Checks whether comparisons of the same field exclude each other. */
function contradict(comparisons: readonly Comparison[]): boolean {
  return [...new Set(comparisons.map(({ field }) => field))].some((field) => {
    const ofField = comparisons.filter((comparison) => comparison.field === field);
    const exact = ofField.find(({ operator }) => operator === 'equals' || operator === 'in');
    if (exact !== undefined) return [exact.value ?? null].flat().every((value) => !matchesAll(ofField, field, value));
    return excludesExistence(ofField) || boundsCross(ofField);
  });
}

const matchesAll = (comparisons: readonly Comparison[], field: string, value: unknown): boolean =>
  comparisons.every((comparison) => evaluate(comparison, factsWith(field, value)));

/** Returns facts in which a field has a value. */
function factsWith(field: string, value: unknown): ConditionFacts {
  if (field === 'email' || field === 'timezone') return { [field]: value };
  const [, root, name = ''] = /^(attributes|event\.data)\.(.*)$/.exec(field) ?? [];
  const data = { [name]: value } as NonNullable<ConditionFacts['attributes']>;
  return root === 'attributes' ? { attributes: data } : { event: { data } };
}

/** Checks whether a value must be both missing and present. */
function excludesExistence(comparisons: readonly Comparison[]): boolean {
  const mustBeMissing = comparisons.some(({ operator, value }) => operator === 'exists' && value === false);
  const mustExist = comparisons.some(({ operator, value }) =>
    operator === 'exists' ? value !== false : !['not_equals', 'not_in'].includes(operator),
  );
  return mustBeMissing && mustExist;
}

/** Checks whether a lower bound is above an upper bound, or one is a number and the other text. */
function boundsCross(comparisons: readonly Comparison[]): boolean {
  const lower = comparisons.filter(({ operator }) => operator === 'greater_than' || operator === 'at_least');
  const upper = comparisons.filter(({ operator }) => operator === 'less_than' || operator === 'at_most');
  return lower.some((low) =>
    upper.some((high) => {
      const [least, most] = [low.value, high.value];
      if (typeof least !== typeof most) return true;
      if (least === undefined || least === null || most === undefined || most === null) return false;
      return least > most || (least === most && (low.operator === 'greater_than' || high.operator === 'less_than'));
    }),
  );
}
