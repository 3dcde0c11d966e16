import { Context, toValue } from 'liquidjs';
import { isObject } from '../json/is-object';

/** Turns values into text for readers, who must not see `[object Object]`, `null` or `NaN`. */

const omissions = {
  object: 'An object has no text, so nothing was printed. Print one of its fields.',
  missing: 'A missing value has no JSON, so nothing was printed. Set a fallback with the filter "default".',
  number: 'A calculation has no result, so nothing was printed. Check for a division by zero.',
} as const;

/** The context of a field that readers see. It collects what was not printed, as messages for the author. */
export class OmittingContext extends Context {
  readonly omitted = new Set<string>();
}

export function omit(context: Context, omission: keyof typeof omissions): void {
  if (context instanceof OmittingContext) context.omitted.add(omissions[omission]);
}

/** Returns the text of a value as Liquid prints it. Objects and numbers without a value are omitted. */
export function printable(context: Context, given: unknown): string {
  const value = withoutObjects(context, toValue(given) as unknown);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    omit(context, 'number');
    return '';
  }
  return Array.isArray(value) ? value.flat(Infinity).join('') : String(value ?? '');
}

/** Replaces an object, or each object of a list, with empty text. */
export function withoutObjects(context: Context, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutObjects(context, item));
  // Liquid's own objects, such as `blank`, are compared by filters.
  if (!isObject(value) || toValue(value) !== value) return value;
  omit(context, 'object');
  return '';
}
