/** An attribute of a start tag. */
export interface HtmlAttribute {
  /** In lower case. */
  name: string;
  /** As it is written, without quotes; empty when there is none. */
  value: string;
  /** Where the attribute begins in the html. */
  start: number;
  /** Where the value stands in the html, with its quotes. */
  from: number;
  to: number;
}

/** A tag that a reader's program acts on: none of those inside comments, scripts and styles. */
export interface HtmlTag {
  /** In lower case, with `/` before it for an end tag. */
  name: string;
  at: number;
  /** Behind its `>`. */
  end: number;
  attributes: HtmlAttribute[];
}

const tagStart = /<(?:!--|[!?]|(\/?[a-z][^\s/>]*))/giy;
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/dy;
const tagEnd = /[\s/]*>/y;

/** Elements whose content is text, whatever it looks like (HTML Standard, section 13.2.5). */
const rawText = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

/**
 * The tags of an html document in their order, read as browsers do. Html that breaks off inside a tag, or has a quote that never
 * ends, is read up to there.
 */
export const htmlTags = (html: string): HtmlTag[] => readHtml(html).tags;

/** As {@link htmlTags}, and how far the html could be read. */
export function readHtml(html: string): { tags: HtmlTag[]; end: number } {
  const tags: HtmlTag[] = [];
  for (let at = html.indexOf('<'); at !== -1;) {
    const read = readTag(html, at);
    if (read === null) return { tags, end: at };
    if (read.tag !== null) tags.push(read.tag);
    at = html.indexOf('<', read.end);
  }
  return { tags, end: html.length };
}

/** Whether the content of an element is text, whatever it looks like. */
export const isRawText = (name: string): boolean => rawText.has(name);

/** Html with Outlook's conditional comments opened, each character in its place: Outlook reads what is inside. */
export const withoutConditions = (html: string): string =>
  html.replace(/<!--\[if [^\]>]{0,200}\]>(?:<!-->)?|<!--<!\[endif\]-->|<!\[endif\]-->/gi, (mark) =>
    ' '.repeat(mark.length),
  );

/** What begins at a `<`, and where to go on; null when it never ends. */
function readTag(html: string, at: number): { tag: HtmlTag | null; end: number } | null {
  tagStart.lastIndex = at;
  const start = tagStart.exec(html);
  if (start === null) return { tag: null, end: at + 1 };
  const name = start[1]?.toLowerCase();
  if (name === undefined) return ending(html, start[0] === '<!--' ? '-->' : '>', at + 2);
  const read = readAttributes(html, tagStart.lastIndex);
  if (read === null) return null;
  const tag = { name, at, end: read.end, attributes: read.attributes };
  if (!rawText.has(name)) return { tag, end: read.end };
  const close = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
  close.lastIndex = read.end;
  const closed = close.exec(html);
  return { tag, end: closed?.index ?? html.length };
}

function ending(html: string, mark: string, from: number): { tag: null; end: number } | null {
  const end = html.indexOf(mark, from);
  return end === -1 ? null : { tag: null, end: end + mark.length };
}

function readAttributes(html: string, from: number): { attributes: HtmlAttribute[]; end: number } | null {
  const attributes: HtmlAttribute[] = [];
  for (let at = from; ; at = attribute.lastIndex) {
    tagEnd.lastIndex = at;
    if (tagEnd.test(html)) return { attributes, end: tagEnd.lastIndex };
    attribute.lastIndex = at;
    const found = attribute.exec(html);
    if (found === null) return null;
    const [start, end] = found.indices?.[2] ?? [attribute.lastIndex, attribute.lastIndex];
    const value = (found[2] ?? '').replace(/^(["'])(.*)\1$/s, '$2');
    const begin = found.indices?.[1]?.[0] ?? start;
    attributes.push({ name: (found[1] ?? '').toLowerCase(), value, start: begin, from: start, to: end });
  }
}
