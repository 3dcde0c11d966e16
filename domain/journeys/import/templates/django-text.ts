import { filtered, liquidOf, simple, type Value, type ValueContext } from './django-values';
import { unknownFilter } from './untranslatable';

/** Builds texts for which Liquid has no filter. */

/** Characters after which Django starts a new word in title case. */
const separators = ['-', '.', '/', '('];

/** Returns a value with each word capitalized. */
export function titleCase(context: ValueContext, value: Value): Value {
  const [words, word, result] = [context.newName(), context.newName(), context.newName()];
  const apart = separators.map((sign) => ` | replace: "${sign}", "${sign} "`).join('');
  const together = [...separators].reverse().map((sign) => ` | replace: "${sign} ", "${sign}"`);
  context.before(
    `{% assign ${words} = ${liquidOf(value)} | downcase${apart} | split: " " %}{% assign ${result} = "" %}` +
      `{% for ${word}_part in ${words} %}{% assign ${word} = ${word}_part | capitalize %}` +
      `{% assign ${result} = ${result} | append: ${word} | append: " " %}{% endfor %}` +
      `{% assign ${result} = ${result} | remove_last: " "${together.join('')} %}`,
  );
  return { base: result, filters: '', type: 'text' };
}

/** Returns a value with its first letter capitalized. The other letters stay. */
export function capfirst(context: ValueContext, value: Value): Value {
  const { base } = simple(context, value);
  const [letter, rest] = [context.newName(), context.newName()];
  context.before(
    `{% assign ${letter} = ${base} | slice: 0 %}{% assign ${rest} = ${base} | replace_first: ${letter}, "" %}`,
  );
  return filtered({ base: letter, filters: ' | upcase', type: 'text' }, `append: ${rest}`, 'text');
}

/**
 * Returns a number with fixed decimals, rounded half away from zero. With negative `decimals`, whole numbers get none.
 * A value that is not a number gives an empty text.
 */
export function fixedDecimals(context: ValueContext, value: Value, decimals: string): Value {
  if (!/^-?[0-9]$/.test(decimals)) throw unknownFilter('floatformat');
  const count = Math.abs(Number(decimals));
  const scale = 10 ** count;
  const { base } = simple(context, value);
  const [units, rest, result, sign] = [context.newName(), context.newName(), context.newName(), context.newName()];
  const zeros = '0'.repeat(count);
  const fraction = `{% assign ${rest} = ${units} | modulo: ${scale} %}`;
  const padded = `${rest} | prepend: "${zeros}" | slice: -${count}, ${count}`;
  const withFraction = `{% assign ${rest} = ${padded} %}{% assign ${result} = ${result} | append: "." | append: ${rest} %}`;
  const isShown = decimals.startsWith('-') ? `{% if ${rest} != 0 %}${withFraction}{% endif %}` : withFraction;
  context.before(
    `{% assign ${units} = ${base} | times: ${scale} | abs | round: 6 | round %}{% assign ${result} = "" %}` +
      `{% assign ${sign} = ${base} | append: "" | slice: 0 %}` +
      `{% if ${base} != blank and "-+.0123456789" contains ${sign} %}` +
      `{% assign ${result} = ${units} | divided_by: ${scale} | floor | append: "" %}` +
      (count === 0 ? '' : fraction + isShown) +
      `{% assign ${rest} = ${base} | times: 1 %}` +
      `{% if ${rest} < 0 and ${units} > 0 %}{% assign ${result} = ${result} | prepend: "-" %}{% endif %}{% endif %}`,
  );
  return { base: result, filters: '', type: 'text' };
}
