import { withoutLiquid } from './template';
import { markEnd, markStart } from './value-marks';

/** Finds the tags of a slot that count as markup. Everything else that starts with `<` is text. */

const contentNames = new Set(
  (
    'a b blockquote br caption code col colgroup del div em h1 h2 h3 h4 h5 h6 hr i img ins li ol p pre s small span ' +
    'strong sub sup table tbody td tfoot th thead tr u ul'
  ).split(' '),
);
/** Elements with no end tag, or with one that is often left out. They cannot be nested directly. */
const selfClosingNames = new Set('br caption col colgroup hr img li p tbody td tfoot th thead tr'.split(' '));

const value = `${markStart}[^${markEnd}]*${markEnd}`;
/** Bounded, because an unclosed quote is searched for at each tag. */
const quoted = `"[^"]{0,9999}"|'[^']{0,9999}'`;
const attributeValue = `${quoted}|(?:${value}|[^\\s"'<>${markStart}])+`;
/** Only these attributes can have no value. Anything else is text: `a <b and c> d` is a comparison. */
const emptyAttribute = `(?:hidden|nowrap|noshade|compact|reversed|download|ismap|inert|${value})(?=[\\s/>])`;
const attribute = `\\s+(?:[a-z_:@][^\\s"'<>/=]*\\s*=\\s*(?:${attributeValue})|${emptyAttribute})`;
const tag = new RegExp(`<(?:([a-z][a-z0-9]*)(?:${attribute})*\\s*/?|/([a-z][a-z0-9]*)\\s*)>`, 'giy');

interface Tag {
  name: string;
  isEnd: boolean;
}

/** Checks whether a stored headline or body is HTML: it contains a complete content tag outside Liquid. */
export const isMarkup = (source: string): boolean =>
  source.includes('<') && withLiteralTags(withoutLiquid(source, `${markStart}x${markEnd}`)).tags.length > 0;

/**
 * Escapes each `<` that does not start a complete content tag.
 * @returns the tags that are kept, in order
 */
export function withLiteralTags(text: string): { html: string; tags: Tag[] } {
  const tags: Tag[] = [];
  let html = '';
  let done = 0;
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', done)) {
    tag.lastIndex = at;
    const [written = '', start, end] = tag.exec(text) ?? [];
    const name = (start ?? end ?? '').toLowerCase();
    const isKept = contentNames.has(name);
    if (isKept) tags.push({ name, isEnd: start === undefined });
    html += text.slice(done, at) + (isKept ? written : '&lt;');
    done = at + (isKept ? written.length : 1);
  }
  return { html: html + text.slice(done), tags };
}

/** The deepest nesting that mail programs and the conversion to text support. */
const deepest = 40;

export function isTooDeep(tags: readonly Tag[]): boolean {
  let depth = 0;
  return tags.some(({ name, isEnd }) => {
    if (!selfClosingNames.has(name)) depth = Math.max(0, depth + (isEnd ? -1 : 1));
    return depth > deepest;
  });
}
