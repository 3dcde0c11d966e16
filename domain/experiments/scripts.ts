import { invalid } from '../errors';
import type { PatchChange, Variant } from './schemas';
import { selectedElements } from './selected-elements';

/**
 * Finds variants that can run a script on a page, for workspaces that do not allow scripts. If only a browser could
 * decide, the answer is yes: for HTML with other than plain elements, and for addresses of elements that load more than
 * an image.
 */

/** Elements that neither run nor load anything by themselves, and have content that is read as HTML. */
const plainElements = new Set(
  (
    'a abbr address article aside b bdi bdo blockquote br button caption cite code col colgroup dd del details dfn div dl dt em ' +
    'fieldset figcaption figure footer h1 h2 h3 h4 h5 h6 header hr i img input ins kbd label legend li main mark nav ol p picture ' +
    'pre q s samp section select option small source span strong sub summary sup table tbody td tfoot th thead time tr u ul var wbr'
  ).split(' '),
);
const addressAttributes = new Set([
  'href',
  'src',
  'action',
  'formaction',
  'data',
  'xlink:href',
  'to',
  'from',
  'values',
]);
/** Attributes that decide how an element that loads something is interpreted. */
const kindAttributes = new Set([
  'type',
  'rel',
  'http-equiv',
  'content',
  'language',
  'nonce',
  'integrity',
  'sandbox',
  'allow',
]);
/** Attributes that may be changed on any element. The snippet, which compares names as written, has the same list. */
const looks = /^(class|style|title|hidden|width|height)$/;

/** @throws AppError VALIDATION_ERROR for variants that can run a script, if the workspace does not allow scripts */
export function assertScriptsAllowed(
  variants: readonly Variant[],
  { allowJsPatches }: { allowJsPatches: boolean },
): void {
  if (allowJsPatches) return;
  const message = 'can run a script on your pages, but the workspace setting allowJsPatches is off';
  const details = scriptPaths(variants).map((path) => ({ path: `variants.${path}`, message }));
  const [first] = details;
  if (first === undefined) return;
  throw invalid(`The experiment cannot be saved or started: "${first.path}" ${message}.`, details);
}

/** Returns the parts of variants that can run a script, as paths below `variants` such as `1.js`. */
export const scriptPaths = (variants: readonly Pick<Variant, 'js' | 'patch'>[]): string[] =>
  variants.flatMap(({ js, patch = [] }, index) => [
    ...(js === undefined || js.trim() === '' ? [] : [`${index}.js`]),
    ...([patch].flat().some(runsScript) ? [`${index}.patch`] : []),
  ]);

function runsScript(change: PatchChange): boolean {
  const { loading, vague } = selectedElements(change.selector);
  // Removing an attribute counts too: without its type, a data block becomes a script.
  return (loading && !looks.test(change.attribute)) || valueRunsScript(change, vague);
}

function valueRunsScript({ action, attribute, value = '' }: PatchChange, vague: boolean): boolean {
  if (action === 'remove') return false;
  const name = attribute.trim().toLowerCase();
  if (name === 'html') return htmlRunsScript(value);
  if (name.startsWith('on') || name === 'srcdoc' || hasScriptScheme(value)) return true;
  // Appended text can complete a scheme that another change started.
  if (action === 'append' && value.includes(':') && addressAttributes.has(name)) return true;
  return vague && (addressAttributes.has(name) || kindAttributes.has(name));
}

function htmlRunsScript(html: string): boolean {
  const names = [...html.matchAll(/<\/?([a-z][^\s/>]*)/gi)].map(([, name = '']) => name.toLowerCase());
  return (
    /<[!?]/.test(html) ||
    names.some((name) => !plainElements.has(name)) ||
    /[\s/"'][\s/]*on[^\s=>]*\s*=/i.test(html) ||
    /[\s/"']srcdoc\s*=/i.test(html) ||
    hasScriptScheme(html)
  );
}

/**
 * Returns whether a text contains a scheme that runs scripts. Browsers ignore control characters and white space in a
 * scheme, and decode character references in HTML.
 */
function hasScriptScheme(text: string): boolean {
  const read = text
    .replace(/&(?:tab|newline);?/gi, '')
    .replace(/&colon;?/gi, ':')
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
      codePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
    )
    .replace(/[\p{Cc}\s]/gu, '');
  return /(?:javascript|vbscript):|data:(?:text\/html|[^,]*(?:xml|script))/i.test(read);
}

const codePoint = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '');
