export interface HtmlAttribute {
  /** In lower case. */
  name: string;
  /** As written, without quotes; empty if there is none. */
  value: string;
  /** The start of the attribute in the HTML. */
  start: number;
  /** The start of the value in the HTML, including its quotes; `to` is its end. */
  from: number;
  to: number;
}

/** A tag that a mail program interprets. Tags inside comments, scripts and styles are not included. */
export interface HtmlTag {
  /** In lower case; an end tag starts with `/`. */
  name: string;
  at: number;
  /** The position after its `>`. */
  end: number;
  attributes: HtmlAttribute[];
}

const tagStart = /<(?:!--|[!?]|(\/?[a-z][^\s/>]*))/giy;
const attribute = /[\s/]*([^\s/>=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>][^\s>]*))?/dy;
const tagEnd = /[\s/]*>/y;

/** Elements that contain only text (HTML Standard, section 13.2.5). */
const rawText = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'iframe', 'noembed', 'noframes']);

/**
 * Returns the tags of an HTML document in order, parsed as browsers do. If the HTML ends inside a tag or an unclosed
 * quote, parsing stops before it.
 */
export const htmlTags = (html: string): HtmlTag[] => readHtml(html).tags;

/** Does the same as {@link htmlTags}, and returns the end of the readable part. */
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

export const isRawText = (name: string): boolean => rawText.has(name);

/**
 * Replaces the markers of Outlook's conditional comments with spaces, because Outlook reads their content. Positions do
 * not change.
 */
export const withoutConditions = (html: string): string =>
  html.replace(/<!--\[if [^\]>]{0,200}\]>(?:<!-->)?|<!--<!\[endif\]-->|<!\[endif\]-->/gi, (mark) =>
    ' '.repeat(mark.length),
  );

/** Reads what starts at a `<` and returns the position after it; null if it never ends. */
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
