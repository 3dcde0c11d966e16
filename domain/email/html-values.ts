import { isRawText, readHtml, withoutConditions, type HtmlAttribute, type HtmlTag } from './html-tags';
import { hasMarks, isBalanced, markEnd, markStart, markedParts, withoutMarks } from './value-marks';
import { isParsableUrl } from '../parsable-url';

/** Where values of variables may stand in the html of a message, seen once it is rendered. */

/** Attributes whose value is an address that a reader's program opens or fetches. */
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
  /** Without marks, and without what is named in `problems`. */
  html: string;
  /** What was left out, by its place: `the value in href of <a> is not an absolute http(s) address`. Never a value. */
  problems: string[];
}

/**
 * Takes marks out of html, and with them every attribute that a value makes unsafe: an address (or `url()` of a style) that is not
 * absolute http(s), unless the template itself begins it with such an address, `mailto:` or `tel:`; a secret anywhere but in text and in
 * the href of a link; a value that leaves its attribute.
 * @param secrets values that open something
 */
export function settleValues(html: string, secrets: readonly string[] = []): SettledHtml {
  if (!hasMarks(html)) return { html, problems: [] };
  const view = withoutConditions(html);
  const { tags, end } = readHtml(view);
  const cuts = tags.flatMap((tag, index) => [
    ...tag.attributes.flatMap((attribute) => attributeCut(tag, attribute, secrets)),
    ...contentCut(view, tag, { to: tags[index + 1]?.at ?? end, secrets }),
  ]);
  if (hasMarks(html.slice(end))) cuts.push(...unreadableCuts(html, end));
  let kept = '';
  let done = 0;
  for (const { from, to } of cuts) {
    kept += html.slice(done, from);
    done = to;
  }
  return { html: withoutMarks(kept + html.slice(done)), problems: [...new Set(cuts.map(({ problem }) => problem))] };
}

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
  if (hasMarks(name) || !isBalanced(value)) return 'leaves its attribute: write quotes around it';
  const isLink = tag === 'a' && name === 'href';
  if (!isLink && holdsSecret(value, secrets))
    return 'holds a secret, which may stand in text and in the href of a link only';
  if (addresses.has(name) && !isSafeAddress(value)) return 'is not an absolute http(s) address';
  if (addressLists.has(name) && !value.split(/,\s+/).every(isSafeAddress)) return 'is not an absolute http(s) address';
  if (name === 'style' && !isSafeStyle(value)) return 'puts an address into a style that is not absolute http(s)';
  return null;
}

/** Styles and scripts are no html: what they name is fetched all the same. */
function contentCut(html: string, tag: HtmlTag, { to, secrets }: { to: number; secrets: readonly string[] }): Cut[] {
  if (!isRawText(tag.name) || ['title', 'textarea'].includes(tag.name)) return [];
  const content = html.slice(tag.end, to);
  if (!hasMarks(content)) return [];
  const place = `the value in <${tag.name}>`;
  if (holdsSecret(content, secrets)) return [{ from: tag.end, to, problem: `${place} holds a secret` }];
  if (tag.name !== 'style' || isSafeStyle(content)) return [];
  return [{ from: tag.end, to, problem: `${place} is an address that is not absolute http(s)` }];
}

/** After html that cannot be parsed, the context of a value is unknown. */
function unreadableCuts(html: string, end: number): Cut[] {
  const cuts: Cut[] = [];
  for (let from = html.indexOf(markStart, end); from !== -1;) {
    const close = html.indexOf(markEnd, from);
    const to = close === -1 ? html.length : close;
    cuts.push({ from, to, problem: 'a value stands behind a tag that never ends' });
    from = html.indexOf(markStart, to);
  }
  return cuts;
}

/** Whether an address with values in it leads to the web, or is the template's own up to where values cannot change that. */
function isSafeAddress(value: string): boolean {
  if (!hasMarks(value)) return true;
  const literal = value.slice(0, value.indexOf(markStart)).trimStart();
  if (/^https?:\/\/[^\s/?#\\]+[/?#]/i.test(literal) || /^(?:mailto|tel):/i.test(literal)) return true;
  const [whole = ''] = withoutMarks(value)
    .trim()
    .split(/\s+\d+(?:\.\d+)?[wx]$/);
  return /^https?:\/\/[^\s/?#\\]/i.test(whole) && isParsableUrl(whole);
}

/** Stands for a value, so that what the template writes can be distinguished from what values write. */
const placeholder = '\uFDD2';
const styleAddress = /url\(\s*(?:["']|&quot;|&#3[49];)?([^)]*)/gi;

/** Values inside a `url()` of the template make an address; others must not be able to write one. */
function isSafeStyle(style: string): boolean {
  const values = markedParts(style);
  const written = style
    .split(markStart)
    .map((part, index) => (index === 0 ? part : placeholder + (part.split(markEnd)[1] ?? '')));
  const parts = written.join('').split(styleAddress);
  let next = 0;
  // What stands between the template's addresses, and by turns the addresses.
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
