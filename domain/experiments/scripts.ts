import { invalid } from '../errors';
import type { PatchChange, Variant } from './schemas';
import { selectedElements } from './selected-elements';

/**
 * Which variants can run a script on a page, for workspaces that allow none. Where reading it would take a browser, the answer is
 * yes: html of other than plain elements, and addresses of elements that load more than a picture.
 */

/** Elements that neither run nor load anything by themselves, and whose content is read as html. */
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
/** What decides how an element that loads something is read. */
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
/** What may be changed of any element. The snippet, which reads names as they are written, has the same. */
const looks = /^(class|style|title|hidden|width|height)$/;

/** @throws AppError VALIDATION_ERROR for variants that can run a script, where the workspace allows none */
export function assertScriptsAllowed(
  variants: readonly Variant[],
  { allowJsPatches }: { allowJsPatches: boolean },
): void {
  if (allowJsPatches) return;
  const message = 'can run a script on your pages, which the setting allowJsPatches of this workspace does not allow';
  const details = scriptPaths(variants).map((path) => ({ path: `variants.${path}`, message }));
  const [first] = details;
  if (first === undefined) return;
  throw invalid(`The experiment cannot be saved or started: "${first.path}" ${message}.`, details);
}

/** The parts of variants that can run a script: paths below `variants`, such as `1.js`. */
export const scriptPaths = (variants: readonly Pick<Variant, 'js' | 'patch'>[]): string[] =>
  variants.flatMap(({ js, patch = [] }, index) => [
    ...(js === undefined || js.trim() === '' ? [] : [`${index}.js`]),
    ...([patch].flat().some(runsScript) ? [`${index}.patch`] : []),
  ]);

function runsScript(change: PatchChange): boolean {
  const { loading, vague } = selectedElements(change.selector);
  // Without its type, data becomes a script: what is taken away counts, too.
  return (loading && !looks.test(change.attribute)) || valueRunsScript(change, vague);
}

function valueRunsScript({ action, attribute, value = '' }: PatchChange, vague: boolean): boolean {
  if (action === 'remove') return false;
  const name = attribute.trim().toLowerCase();
  if (name === 'html') return htmlRunsScript(value);
  if (name.startsWith('on') || name === 'srcdoc' || hasScriptScheme(value)) return true;
  // What is appended may complete a scheme that another change began.
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

/** Browsers pass over control characters and white space in a scheme, and read character references in html. */
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
