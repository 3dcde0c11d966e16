const tokenPattern = /\{\{[\s\S]*?\}\}|\{%[\s\S]*?%\}/g;
/** The filter with its divisor: quoted text, a number or a path, and no other argument. */
const divisionPattern = /\|\s*divided_by:\s*("[^"]*"|'[^']*'|[^\s|,"'%}]+)(?=\s*(?:\||-?%\}|-?\}\}))/g;

/**
 * Keeps the division of Ruby's Liquid in a template: two integers are divided without a remainder. A divisor with a
 * decimal point, such as `3.0`, is not an integer, so its division is not rounded.
 */
export const withIntegerDivision = (source: string): string =>
  source.replace(tokenPattern, (token) =>
    token.replace(divisionPattern, (division, divisor: string) =>
      /^-?\d+\.\d+$/.test(divisor) ? division : `${division}, integers: true`,
    ),
  );
