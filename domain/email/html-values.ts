import { isRawText, readingsOf, type HtmlAttribute, type HtmlTag } from './read-tags';
import { hasMarks, isBalanced, markEnd, markStart, markedParts, withoutMarks } from './value-marks';
import { isParsableUrl } from '../parsable-url';

/** Checks where values of variables appear in the HTML of a message after rendering. */

/** Attributes with an address that a mail program opens or fetches. */
const addresses = new Set(
  (
    'href src action formaction background poster xlink:href data cite longdesc ping lowsrc dynsrc codebase classid archive ' +
    'profile manifest srcdoc'
  ).split(' '),
);
const addressLists = new Set(['srcset', 'imagesrcset']);

interface Cut {
  from: number;
  to: number;
  problem: string;
}

export interface SettledHtml {
  /** The HTML without marks and without the parts named in `problems`. */
  html: string;
  /**
   * What was removed, named by its place: `the value in href of <a> is not an absolute http(s) address`. Never a value.
   */
  problems: string[];
}

/**
 * Removes marks from HTML, and each attribute that a value makes unsafe: an address (or a `url()` of a style) that is
 * not absolute http(s), unless the template itself starts it with such an address, `mailto:` or `tel:`; a secret
 * outside text and the href of a link; and a value that leaves its attribute.
 * @param secrets values that grant access
 */
export function settleValues(html: string, secrets: readonly string[] = []): SettledHtml {
  if (!hasMarks(html)) return { html, problems: [] };
  const cuts = readingsOf(html).flatMap(({ view, tags, end }) => [
    ...tags.flatMap((tag, index) => [
      ...tag.attributes.flatMap((attribute) => attributeCut(tag, attribute, secrets)),
      ...contentCut(view, tag, { to: tags[index + 1]?.at ?? end, secrets }),
    ]),
    ...(hasMarks(html.slice(end)) ? unreadableCuts(html, end) : []),
  ]);
  let kept = '';
  let done = 0;
  for (const { from, to } of cuts.sort((one, other) => one.from - other.from)) {
    kept += html.slice(done, Math.max(done, from));
    done = Math.max(done, to);
  }
  return { html: withoutMarks(kept + html.slice(done)), problems: [...new Set(cuts.map(({ problem }) => problem))] };
}

/**
 * Does the same as {@link settleValues} for parts that become the text of other HTML, without reading that HTML again.
 * @returns null if a part may change how the HTML after it is read
 */
export function settleParts<Name extends string>(
  parts: Readonly<Record<Name, string>>,
  secrets: readonly string[] = [],
): { parts: Record<Name, string>; problems: string[] } | null {
  const given = Object.entries<string>(parts);
  if (!given.every(([, part]) => isSelfContained(part))) return null;
  const settled = given.map(([name, part]) => [name, settleValues(part, secrets)] as const);
  return {
    parts: Object.fromEntries(settled.map(([name, { html }]) => [name, html])) as Record<Name, string>,
    problems: [...new Set(settled.flatMap(([, { problems }]) => problems))],
  };
}

const isSelfContained = (part: string): boolean =>
  !part.includes('<') ||
  readingsOf(part).every(({ tags, end }) => end === part.length && !isRawText(tags.at(-1)?.name ?? ''));

function attributeCut(tag: HtmlTag, { name, value, start, to }: HtmlAttribute, secrets: readonly string[]): Cut[] {
  if (!hasMarks(name) && !hasMarks(value)) return [];
  const place = `${withoutMarks(name).slice(0, 50)} of <${tag.name.slice(0, 50)}>`;
  const problem = attributeProblem(tag.name, { name, value, secrets });
  return problem === null
    ? []
    : [{ from: start, to: Math.max(to, start + name.length), problem: `the value in ${place} ${problem}` }];
}

function attributeProblem(
  tag: string,
  { name, value, secrets }: { name: string; value: string; secrets: readonly string[] },
): string | null {
  if (hasMarks(name) || !isBalanced(value)) return 'breaks out of its attribute: put quotes around the attribute';
  const isLink = tag === 'a' && name === 'href';
  if (!isLink && holdsSecret(value, secrets))
    return 'contains a secret. Secrets can be used only in text and in the href of a link';
  if (addresses.has(name) && !isSafeAddress(value)) return 'is not an absolute http or https URL';
  if (addressLists.has(name) && !value.split(/,\s+/).every(isSafeAddress))
    return 'is not an absolute http or https URL';
  if (name === 'style' && !isSafeStyle(value))
    return 'puts a URL into a style that is not an absolute http or https URL';
  return null;
}

/**
 * Removes styles and scripts with unsafe values. They are not HTML, but a mail program still fetches their addresses.
 */
function contentCut(html: string, tag: HtmlTag, { to, secrets }: { to: number; secrets: readonly string[] }): Cut[] {
  if (!isRawText(tag.name) || ['title', 'textarea'].includes(tag.name)) return [];
  const content = html.slice(tag.end, to);
  if (!hasMarks(content)) return [];
  const place = `the value in <${tag.name}>`;
  if (holdsSecret(content, secrets)) return [{ from: tag.end, to, problem: `${place} contains a secret` }];
  if (tag.name !== 'style' || isSafeStyle(content)) return [];
  return [{ from: tag.end, to, problem: `${place} is not an absolute http or https URL` }];
}

/** Removes all values after HTML that cannot be parsed, because their context is unknown. */
function unreadableCuts(html: string, end: number): Cut[] {
  const cuts: Cut[] = [];
  for (let from = html.indexOf(markStart, end); from !== -1;) {
    const close = html.indexOf(markEnd, from);
    const to = close === -1 ? html.length : close;
    cuts.push({ from, to, problem: 'a value follows a tag that is never closed' });
    from = html.indexOf(markStart, to);
  }
  return cuts;
}

/**
 * Checks whether an address with values is absolute http(s), or whether the template's own start already determines its
 * destination.
 */
function isSafeAddress(value: string): boolean {
  if (!hasMarks(value)) return true;
  const literal = value.slice(0, value.indexOf(markStart)).trimStart();
  if (/^https?:\/\/[^\s/?#\\]+[/?#]/i.test(literal) || /^(?:mailto|tel):/i.test(literal)) return true;
  const [whole = ''] = withoutMarks(value)
    .trim()
    .split(/\s+\d+(?:\.\d+)?[wx]$/);
  return /^https?:\/\/[^\s/?#\\]/i.test(whole) && isParsableUrl(whole);
}

/** Replaces a value, to separate the template's own text from values. */
const placeholder = '\uFDD2';
const styleAddress = /url\(\s*(?:["']|&quot;|&#3[49];)?([^)]*)/gi;

/**
 * Checks a style. Values inside a `url()` of the template form an address; other values must not be able to write one.
 */
function isSafeStyle(style: string): boolean {
  const values = markedParts(style);
  const written = style
    .split(markStart)
    .map((part, index) => (index === 0 ? part : placeholder + (part.split(markEnd)[1] ?? '')));
  const parts = written.join('').split(styleAddress);
  let next = 0;
  // The parts alternate: text between the template's addresses, then an address.
  return parts.every((part, index) => {
    const count = part.split(placeholder).length - 1;
    const own = values.slice(next, (next += count));
    if (index % 2 === 0)
      return own.every((value) => !/[\\&<>]|url|image-set|expression|@import|behavior|binding/i.test(value));
    const leaves = own.some((value) => /[()\s\\]|&#3[49];|&quot;/.test(value));
    let at = 0;
    return !leaves && isSafeAddress(part.replaceAll(placeholder, () => `${markStart}${own[at++] ?? ''}${markEnd}`));
  });
}

function holdsSecret(text: string, secrets: readonly string[]): boolean {
  if (secrets.length === 0) return false;
  return markedParts(text).some((part) => {
    const read = unescaped(part);
    return secrets.some((secret) => read.includes(secret) || read.includes(encodeURIComponent(secret)));
  });
}

const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&#34;|&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&');
