import type { DefaultTreeAdapterTypes, Token } from 'parse5';
import { hides, isHidingName } from './hides';
import { BoundedParser } from './parse-document';

/** Finds a place for the footer in the HTML of a marketing message that every mail program shows. */

/** Part of the HTML that hides everything after it. */
export interface HidingPart {
  at: number;
  /** For example `<style> is never closed`. */
  description: string;
}

export interface FooterPlace {
  /** The end of the body or HTML if it is visible, or else the last visible place; null if nothing is visible. */
  at: number | null;
  /** Why the end is not visible; null if it is. */
  hiddenBy: HidingPart | null;
}

/**
 * Finds the place of the footer. Outlook skips some conditional comments that others read, and reads some that others
 * skip. The place is visible in both readings.
 * @throws NestedTooDeeply
 */
export function findFooterPlace(html: string): FooterPlace {
  const read = readBody(html);
  const outlook = outlookView(html);
  const readings = outlook === html ? [read] : [read, readBody(outlook)];
  const isVisible = (at: number): boolean => readings.every(({ visible }) => isWithin(visible, at));
  const end = [...read.bodyEnds.reverse(), html.length].find(isVisible);
  if (end !== undefined) return { at: end, hiddenBy: null };
  const hiddenBy = readings.map((reading) => reading.hiddenBy).find((part) => part !== null) ?? null;
  const places = readings.flatMap(({ visible }) => visible.flat()).sort((one, other) => other - one);
  return {
    at: places.find(isVisible) ?? null,
    hiddenBy: hiddenBy ?? { at: html.length, description: 'the end is hidden' },
  };
}

/** Positions from the first to the last, including both. */
type Range = [first: number, last: number];

interface ReadBody {
  /** The starts of the body's end tags, or of the conditional comments around them. */
  bodyEnds: number[];
  /** In order. */
  visible: Range[];
  hiddenBy: HidingPart | null;
}

function isWithin(ranges: readonly Range[], at: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ranges[middle]?.[1] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return (ranges[low]?.[0] ?? Infinity) <= at;
}

function readBody(html: string): ReadBody {
  const { length } = html;
  const parser = new BodyParser(html + probe, length);
  parser.read();
  return parser;
}

/** Added after the HTML. If a mail program reads it as a tag, it also reads the footer as tags. */
const probe = '<p>';

class BodyParser extends BoundedParser implements ReadBody {
  readonly bodyEnds: number[] = [];
  visible: Range[] = [];
  hiddenBy: HidingPart | null = null;
  /** The start of the open conditional comment. Some mail programs skip its content. */
  private block: number | null = null;
  /** The end of the last tag or comment after which text is visible. */
  private visibleFrom: number | null = 0;
  private readonly hiding = new Set<DefaultTreeAdapterTypes.ParentNode>();

  constructor(
    html: string,
    private readonly length: number,
  ) {
    super(html, { sourceCodeLocationInfo: true });
    const { createElement } = this.treeAdapter;
    this.treeAdapter.createElement = (name, namespace, attributes) => {
      const element = createElement(name, namespace, attributes);
      if (hides(name, attributes)) this.hiding.add(element);
      return element;
    };
  }

  override onStartTag(token: Token.TagToken): void {
    this.visit(token, 'a tag', () => super.onStartTag(token));
    if (!['body', 'html'].includes(token.tagName) || !hides(token.tagName, token.attrs)) return;
    // It also hides what is before its tag.
    this.hiddenBy = { at: token.location?.startOffset ?? 0, description: `<${token.tagName}> is hidden` };
    this.visible = [];
    this.visibleFrom = null;
  }

  override onEndTag(token: Token.TagToken): void {
    if (token.tagName === 'body') this.bodyEnds.push(this.block ?? token.location?.startOffset ?? 0);
    this.visit(token, 'a tag', () => super.onEndTag(token));
  }

  override onComment(token: Token.CommentToken): void {
    this.visit(token, 'a comment', () => {
      super.onComment(token);
      if (/^(?:<!)?\[endif\]/i.test(token.data)) this.block = null;
      else if (/^\[if\b/i.test(token.data) && !/\[endif\]/i.test(token.data))
        this.block ??= token.location?.startOffset ?? 0;
    });
  }

  override onEof(token: Token.EOFToken): void {
    if (!isWithin(this.visible, this.length)) this.hiddenBy ??= this.hidingPart() ?? this.unclosedTag();
    super.onEof(token);
  }

  private visit(token: Token.TagToken | Token.CommentToken, kind: string, process: () => void): void {
    const { startOffset = 0, endOffset = 0 } = token.location ?? {};
    if (startOffset < this.length && endOffset > this.length)
      this.hiddenBy = { at: startOffset, description: `${kind} is never closed` };
    if (this.visibleFrom !== null) this.visible.push([this.visibleFrom, Math.min(startOffset, this.length)]);
    if (startOffset === this.length) this.hiddenBy ??= this.hidingPart();
    process();
    const isVisible = this.block === null && this.hidingPart() === null && endOffset <= this.length;
    this.visibleFrom = isVisible ? endOffset : null;
  }

  private unclosedTag(): HidingPart {
    const from = this.visibleFrom ?? this.length;
    this.visible.push([from, from]);
    const at = this.html.slice(from, this.length).search(/<\/?[a-z]/i);
    return { at: from + Math.max(at, 0), description: 'a tag is never closed' };
  }

  /** Returns the outermost open element that hides its content. */
  private hidingPart(): HidingPart | null {
    if (this.block !== null) return { at: this.block, description: 'a conditional comment is never closed' };
    if (this.hiding.size === 0) return null;
    const { items, stackTop } = this.openElements;
    const element = items.find((item, index) => index <= stackTop && this.hiding.has(item));
    if (element === undefined || !('tagName' in element)) return null;
    const reason = isHidingName(element.tagName) ? 'is never closed' : 'is hidden and never closed';
    return { at: element.sourceCodeLocation?.startOffset ?? 0, description: `<${element.tagName}> ${reason}` };
  }
}

const marker = /<!--\[if ([^\]>]{0,200})\]>(<!-->|-->|<!-- -->)?|<!--<!\[endif\]-->|<!\[endif\]-->/gi;

/** Returns HTML as Outlook reads it, with the same positions. */
function outlookView(html: string): string {
  let skippedFrom: number | null = null;
  let view = '';
  for (const { index, 0: mark, 1: condition = '', 2: shown } of html.matchAll(marker)) {
    if (skippedFrom === null) view += html.slice(view.length, index) + ' '.repeat(mark.length);
    if (shown !== undefined && /!\s*\(?\s*(?:mso|vml)/i.test(condition)) skippedFrom ??= index;
    else if (condition === '' && skippedFrom !== null) {
      view += ' '.repeat(index + mark.length - view.length);
      skippedFrom = null;
    }
  }
  return view + html.slice(view.length);
}
