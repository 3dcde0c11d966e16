import { htmlTags, type HtmlAttribute, type HtmlTag } from './html-tags';
import { formatClickToken, formatOpenToken } from './tracking-token';
import { isParsableUrl } from '../parsable-url';

/** What tracked links and the pixel are made from. */
export interface Tracking {
  /** Base of the service's own addresses, without a trailing slash. */
  publicUrl: string;
  linkSecret: string;
  workspaceId: string;
  sendId: string;
}

/** Characters that html may grow to by its links: as many as a rendered part may have. */
const longestTracked = 1_000_000;

/** Characters of a target. Its token is a third longer, and some programs cut addresses off at 2,083. */
const longestTarget = 1_400;

export interface InstrumentedHtml {
  html: string;
  /** Whether its links stayed as they are, as it would have grown too long. */
  isTooLong: boolean;
}

/**
 * Puts an open pixel into html, and in place of the targets of its links redirects that lead to them. Only absolute http(s)
 * addresses of `a` and `area` are replaced. Everything else stays as it is, byte for byte: other schemes, anchors, links marked
 * `data-apex-track="off"`, the service's own pages, addresses that hold a password, that are over {@link longestTarget} characters
 * long, or whose text can be read in two ways. When html would grow beyond {@link longestTracked} characters, all of its links stay,
 * and it has the pixel only: counting some of its links would be misleading.
 */
export function instrumentHtml(html: string, tracking: Tracking): InstrumentedHtml {
  const tags = htmlTags(html);
  const at = pixelPlace(html, tags);
  const opened = { from: at, to: at, text: pixel(tracking) };
  const links = linkEdits(html, tags, tracking);
  if (links === null) return { html: edited(html, [opened]), isTooLong: true };
  const before = links.filter(({ from }) => from < at);
  return { html: edited(html, [...before, opened, ...links.slice(before.length)]), isTooLong: false };
}

/** Text in place of a part of html. */
interface Edit {
  from: number;
  to: number;
  text: string;
}

/** @returns null when html would grow too long */
function linkEdits(html: string, tags: readonly HtmlTag[], tracking: Tracking): Edit[] | null {
  const edits: Edit[] = [];
  let { length } = html;
  for (const tag of tags) {
    const target = targetOf(tag, tracking.publicUrl);
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

/** @param edits in the order of their places, none inside another */
function edited(html: string, edits: readonly Edit[]): string {
  let done = 0;
  const parts = edits.map(({ from, to, text }) => {
    const part = html.slice(done, from) + text;
    done = to;
    return part;
  });
  return parts.join('') + html.slice(done);
}

/** At least as many as there are links in html: what {@link instrumentHtml} costs. */
export const countLinksAtMost = (html: string): number => html.match(/<a/gi)?.length ?? 0;

/** The end of the body; of html without one, its own end. */
function pixelPlace(html: string, tags: readonly HtmlTag[]): number {
  const last = (name: string): number | undefined => tags.filter((tag) => tag.name === name).at(-1)?.at;
  return last('/body') ?? last('/html') ?? html.length;
}

const pixel = (tracking: Tracking): string =>
  `<img src="${tracking.publicUrl}/t/o/${formatOpenToken(tracking.linkSecret, tracking)}" width="1" height="1" alt="" ` +
  'style="border:0;height:1px;width:1px">';

function targetOf(tag: HtmlTag, publicUrl: string): { href: HtmlAttribute; url: string } | null {
  if (tag.name !== 'a' && tag.name !== 'area') return null;
  const href = tag.attributes.find(({ name }) => name === 'href');
  const marked = tag.attributes.find(({ name }) => name === 'data-apex-track');
  if (href === undefined || marked?.value.trim().toLowerCase() === 'off') return null;
  const url = trackableUrl(href.value);
  if (url === null || ['/u/', '/t/'].some((path) => url.startsWith(publicUrl + path))) return null;
  return { href, url };
}

/** The address that a browser would go to, if it may be replaced. */
function trackableUrl(written: string): string | null {
  const text = decodeReferences(written);
  if (text === null) return null;
  // Browsers drop white space around an address, and line breaks and tabs inside (URL Standard, section 4.4).
  const url = text.trim().replace(/[\t\n\r]/g, '');
  if (!/^https?:\/\//i.test(url) || url.length > longestTarget || !isParsableUrl(url)) return null;
  const { username, password } = new URL(url);
  return username === '' && password === '' ? url : null;
}

const named = new Map(Object.entries({ 'amp;': '&', 'lt;': '<', 'gt;': '>', 'quot;': '"', 'apos;': "'" }));

/**
 * The text of an attribute with its character references read; null with one that only a whole table of names could tell. A name
 * without a semicolon before a letter, digit or `=` is text (HTML Standard, section 13.2.5.73): `?a=1&copy=2` is as it looks.
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
