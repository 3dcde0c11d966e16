import type { DefaultTreeAdapterTypes } from 'parse5';

/** Mail programs do not show the content of these elements, or only some do. */
const hidingElements = new Set(
  (
    'template script style title textarea xmp iframe noembed noframes noscript plaintext select datalist svg math object ' +
    'applet audio video canvas meter progress frameset'
  ).split(' '),
);

export const isHidingName = (name: string): boolean => hidingElements.has(name);

/** Checks whether an element hides its content by its name, attributes or inline style. */
export function hides(name: string, attributes: DefaultTreeAdapterTypes.Element['attrs']): boolean {
  if (isHidingName(name)) return true;
  const given = new Map(attributes.map((attribute) => [attribute.name, attribute.value]));
  const isFolded = ['details', 'dialog'].includes(name) && !given.has('open');
  return isFolded || given.has('hidden') || isHidingStyle(given.get('style') ?? '');
}

function isHidingStyle(style: string): boolean {
  const declarations = style
    .toLowerCase()
    .replace(/\/\*[^]*?\*\/|!\s*important|\s+/g, '')
    .split(';');
  const has = (pattern: RegExp): boolean => declarations.some((declaration) => pattern.test(declaration));
  return (
    has(/^(?:display:none|visibility:(?:hidden|collapse)|mso-hide:all|opacity:0*\.?0*%?)$/) ||
    (has(/^(?:max-)?(?:height|width):0*\.?0+(?:px|pt|em|%)?$/) && has(/^overflow:hidden$/)) ||
    has(/^(?:left|top|text-indent|margin-left):-\d{4,}(?:\.\d+)?px$/)
  );
}
