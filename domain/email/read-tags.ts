import { TokenizerMode, type Token, type TokenHandler } from 'parse5';
import { BoundedTokenizer } from './parse-document';

export interface HtmlAttribute {
  /** In lower case. */
  name: string;
  /** With character references decoded; empty if there is none. */
  value: string;
  /** The start of the attribute in the HTML. */
  start: number;
  /** The start of the value in the HTML, including its quotes; `to` is its end. Both are `end` if there is no value. */
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
  /** Includes repeated names, which browsers ignore. */
  attributes: HtmlAttribute[];
}

/** Elements that contain only text (HTML Standard, section 13.2.5). */
const textModes = {
  title: TokenizerMode.RCDATA,
  textarea: TokenizerMode.RCDATA,
  style: TokenizerMode.RAWTEXT,
  xmp: TokenizerMode.RAWTEXT,
  iframe: TokenizerMode.RAWTEXT,
  noembed: TokenizerMode.RAWTEXT,
  noframes: TokenizerMode.RAWTEXT,
  script: TokenizerMode.SCRIPT_DATA,
} as const;

export const isRawText = (name: string): boolean => Object.hasOwn(textModes, name);

/** In SVG, MathML and select, browsers read the content of styles and similar elements as tags. */
const hasOtherRules = /<(?:svg|math|select|frameset)\b/i;

/**
 * Returns each way in which a mail program may read HTML, with the same positions in all of them: as browsers do; as
 * Outlook does, which also reads conditional comments; and, if that can happen, with the content of styles as tags.
 */
export function readingsOf(html: string): { view: string; tags: HtmlTag[]; end: number }[] {
  const opened = withoutConditions(html);
  return [...new Set([html, opened])].flatMap((view) => [
    { view, ...readTags(view) },
    ...(hasOtherRules.test(view) ? [{ view, ...readTags(view, { textElements: false }) }] : []),
  ]);
}

/**
 * Replaces the markers of Outlook's conditional comments with spaces, because Outlook reads their content. Positions do
 * not change.
 */
const withoutConditions = (html: string): string =>
  html.replace(/<!--\[if [^\]>]{0,200}\]>(?:<!-->)?|<!--<!\[endif\]-->|<!\[endif\]-->/gi, (mark) =>
    ' '.repeat(mark.length),
  );

/**
 * Returns the tags of an HTML document in order, and the end of the readable part: the start of a tag or comment that is
 * never closed. Takes linear time.
 * @param textElements whether elements such as `style` contain only text
 */
export function readTags(html: string, { textElements = true } = {}): { tags: HtmlTag[]; end: number } {
  const reader = new TagReader(html, textElements);
  reader.tokenizer.write(html, true);
  return { tags: reader.tags, end: reader.end };
}

const ignore = (): void => undefined;

class TagReader implements TokenHandler {
  readonly tags: HtmlTag[] = [];
  readonly tokenizer: AttributeTokenizer;
  /** The end of the last tag or comment. */
  private done = 0;
  private unclosedComment: number | null = null;
  readonly onCharacter = ignore;
  readonly onNullCharacter = ignore;
  readonly onWhitespaceCharacter = ignore;
  readonly onEof = ignore;

  constructor(
    private readonly html: string,
    private readonly textElements: boolean,
  ) {
    this.tokenizer = new AttributeTokenizer({ sourceCodeLocationInfo: true }, this);
  }

  get end(): number {
    if (this.unclosedComment !== null) return this.unclosedComment;
    if (this.textElements && isRawText(this.tags.at(-1)?.name ?? '')) return this.html.length;
    const unclosed = this.html.slice(this.done).search(/<\/?[a-z]/i);
    return unclosed === -1 ? this.html.length : this.done + unclosed;
  }

  onStartTag(token: Token.TagToken): void {
    this.keep(token, token.tagName);
    if (this.textElements && isRawText(token.tagName))
      this.tokenizer.state = textModes[token.tagName as keyof typeof textModes];
  }

  onEndTag(token: Token.TagToken): void {
    this.keep(token, `/${token.tagName}`);
  }

  onComment({ location }: Token.CommentToken): void {
    const { startOffset = 0, endOffset = 0 } = location ?? {};
    if (isUnclosed(this.html, startOffset, endOffset)) this.unclosedComment = startOffset;
    this.done = endOffset;
  }

  onDoctype({ location }: Token.DoctypeToken): void {
    this.done = location?.endOffset ?? 0;
  }

  private keep({ location }: Token.TagToken, name: string): void {
    const { startOffset: at = 0, endOffset: end = 0 } = location ?? {};
    this.tags.push({ name, at, end, attributes: this.tokenizer.takeAttributes(this.html) });
    this.done = end;
  }
}

/** Checks whether a comment ends only because the HTML does. */
function isUnclosed(html: string, start: number, end: number): boolean {
  if (end < html.length) return false;
  const text = html.slice(start);
  return !(text.startsWith('<!--') ? /--!?>$/ : />$/).test(text);
}

interface ReadAttribute {
  attribute: Token.Attribute;
  location: Token.Location;
}

/** Collects the attributes of the current tag, including repeated ones. */
class AttributeTokenizer extends BoundedTokenizer {
  private attributes: ReadAttribute[] = [];

  takeAttributes(html: string): HtmlAttribute[] {
    const { attributes } = this;
    if (attributes.length === 0) return [];
    this.attributes = [];
    return attributes.map(({ attribute: { name, value }, location: { startOffset: start, endOffset } }, index) => {
      // parse5 does not record the end of a value that another attribute follows without a space.
      const next = attributes[index + 1]?.location.startOffset ?? endOffset;
      const to = html.slice(endOffset, next).includes('=') ? next : endOffset;
      const [before] = /^[^][^=]*(?:=[\t\n\f\r ]*)?/.exec(html.slice(start, to)) as [string];
      const hasValue = before.includes('=', 1);
      return { name, value, start, from: hasValue ? start + before.length : to, to };
    });
  }

  protected override _leaveAttrName(): void {
    super._leaveAttrName();
    if (this.currentLocation === null) return;
    this._leaveAttrValue();
    this.attributes.push({ attribute: this.currentAttr, location: this.currentLocation });
  }
}
