import { readTags, type HtmlAttribute, type HtmlTag } from './read-tags';
import { formatClickToken, formatOpenToken } from './tracking-token';
import { isParsableUrl } from '../parsable-url';

/** The data that tracked links and the pixel are made from. */
export interface Tracking {
  /** The base of the service's own URLs, without a trailing slash. */
  publicUrl: string;
  linkSecret: string;
  workspaceId: string;
  sendId: string;
}

/** The most characters of HTML after links are replaced: the same limit as for a rendered part. */
const longestTracked = 1_000_000;

/** The most characters of a target. Its token is a third longer, and some programs cut URLs at 2,083 characters. */
const longestTarget = 1_400;

export interface InstrumentedHtml {
  html: string;
  /** Whether links were left unchanged because the HTML would become too long. */
  isTooLong: boolean;
}

/**
 * Adds an open pixel to HTML, and replaces the targets of its links with redirects to them. Only absolute http(s)
 * addresses of `a` and `area` are replaced. Everything else stays byte for byte: other schemes, anchors, links marked
 * `data-apex-track="off"`, the service's own pages, and addresses that contain credentials, are longer than {@link
 * longestTarget} characters or are ambiguous. If the HTML would exceed {@link longestTracked} characters, only the
 * pixel is added: counting only some of the links would be misleading.
 */
export function instrumentHtml(html: string, tracking: Tracking): InstrumentedHtml {
  const { tags } = readTags(html);
  const at = pixelPlace(html, tags);
  const opened = { from: at, to: at, text: pixel(tracking) };
  const links = linkEdits(html, tags, tracking);
  if (links === null) return { html: edited(html, [opened]), isTooLong: true };
  const before = links.filter(({ from }) => from < at);
  return { html: edited(html, [...before, opened, ...links.slice(before.length)]), isTooLong: false };
}

/** A replacement for a part of HTML. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** @returns null if the HTML would become too long */
function linkEdits(html: string, tags: readonly HtmlTag[], tracking: Tracking): Edit[] | null {
  const edits: Edit[] = [];
  let { length } = html;
  for (const tag of tags) {
    const target = targetOf(html, tag, tracking.publicUrl);
    if (target === null) continue;
    const { from, to } = target.href;
    const token = formatClickToken(tracking.linkSecret, { ...tracking, ordinal: edits.length + 1, url: target.url });
    const text = `"${tracking.publicUrl}/t/c/${token}"`;
    edits.push({ from, to, text });
    length += text.length - (to - from);
    if (length > longestTracked) return null;
  }
  return edits;
}

/** @param edits ordered by position, without overlaps */
function edited(html: string, edits: readonly Edit[]): string {
  let done = 0;
  const parts = edits.map(({ from, to, text }) => {
    const part = html.slice(done, from) + text;
    done = to;
    return part;
  });
  return parts.join('') + html.slice(done);
}

/** Returns an upper bound of the number of links, which determines the cost of {@link instrumentHtml}. */
export const countLinksAtMost = (html: string): number => html.match(/<a/gi)?.length ?? 0;

/** Returns the end of the body, or the end of HTML without a body. */
function pixelPlace(html: string, tags: readonly HtmlTag[]): number {
  const last = (name: string): number | undefined => tags.filter((tag) => tag.name === name).at(-1)?.at;
  return last('/body') ?? last('/html') ?? html.length;
}

const pixel = (tracking: Tracking): string =>
  `<img src="${tracking.publicUrl}/t/o/${formatOpenToken(tracking.linkSecret, tracking)}" width="1" height="1" alt="" ` +
  'style="border:0;height:1px;width:1px">';

function targetOf(html: string, tag: HtmlTag, publicUrl: string): { href: HtmlAttribute; url: string } | null {
  if (tag.name !== 'a' && tag.name !== 'area') return null;
  const href = tag.attributes.find(({ name }) => name === 'href');
  const marked = tag.attributes.find(({ name }) => name === 'data-apex-track');
  if (href === undefined || marked?.value.trim().toLowerCase() === 'off') return null;
  const url = trackableUrl(html.slice(href.from, href.to).replace(/^(["'])(.*)\1$/s, '$2'));
  if (url === null || ['/u/', '/t/', '/v/'].some((path) => url.startsWith(publicUrl + path))) return null;
  return { href, url };
}

/** Returns the address that a browser would open, if it may be replaced. */
function trackableUrl(written: string): string | null {
  const text = decodeReferences(written);
  if (text === null) return null;
  // Browsers ignore white space around an address, and line breaks and tabs inside it (URL Standard, section 4.4).
  const url = text.trim().replace(/[\t\n\r]/g, '');
  if (!/^https?:\/\//i.test(url) || url.length > longestTarget || !isParsableUrl(url)) return null;
  const { username, password } = new URL(url);
  return username === '' && password === '' ? url : null;
}

const named = new Map(Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }));

/**
 * Decodes the character references of an attribute; null if one requires the full table of names. A name without a
 * semicolon before a letter, digit or `=` is text (HTML Standard, section 13.2.5.73), so `?a=1&copy=2` stays unchanged.
 */
function decodeReferences(text: string): string | null {
  let isClear = true;
  const decoded = text.replace(
    /&(?:#(\d{1,7});|#x([0-9a-f]{1,6});|#|([a-z][a-z0-9]*[;=]?))/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name?.endsWith('=') === true) return whole;
      const known = name === undefined ? codePoint(decimal, hex) : named.get(name);
      if (known === undefined) isClear = false;
      return known ?? whole;
    },
  );
  return isClear ? decoded : null;
}

function codePoint(decimal: string | undefined, hex: string | undefined): string | undefined {
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isPlain =
    code >= 0x20 && code <= 0x10ffff && !(code >= 0x7f && code < 0xa0) && !(code >= 0xd800 && code < 0xe000);
  return isPlain ? String.fromCodePoint(code) : undefined;
}
