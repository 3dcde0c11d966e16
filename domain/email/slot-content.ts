import { parseFragment, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { escapeHtml } from './escape-html';
import { plainTextOf } from './plain-text';
import { isTooDeep, isMarkup, withLiteralTags } from './slot-tags';
import { TemplateError, type AllowanceLimits } from './template';
import { marked, withoutMarks } from './value-marks';

/** The content of a headline or body, the same for all parts of a message. */
export interface SlotContent {
  /** Paragraphs of balanced HTML, with marks around values. */
  paragraphs: string[];
  text: string;
  /** The text without link addresses, for the preview text. */
  words: string;
}

interface Slot {
  field: string;
  /** The stored template; empty for an override. */
  source: string;
  /** The output, with marks around unescaped values. */
  rendered: string;
}

/**
 * Reads a slot as text, or as HTML if its template contains a content tag.
 * @throws TemplateError if its tags are nested too deeply, or there are too many to read them in time
 */
export function readSlot(slot: Slot, limits: AllowanceLimits): SlotContent {
  return isMarkup(slot.source) ? readMarkup(slot, limits) : readText(slot.rendered);
}

/** Reads text: empty lines separate paragraphs, and line breaks are kept. */
export function readText(rendered: string): SlotContent {
  const text = withoutMarks(rendered);
  const paragraphs = rendered
    .trim()
    .split(emptyLines)
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) => withBreaks(escapeHtml(paragraph)));
  return { paragraphs, text, words: text };
}

const emptyLines = /\r?\n[^\S\n]*\r?\n\s*/;
const withBreaks = (text: string): string => text.replace(/\r?\n/g, '<br>');

function readMarkup({ field, rendered }: Slot, limits: AllowanceLimits): SlotContent {
  const escaped = rendered.replace(/\uFDD0([^\uFDD1]*)\uFDD1/g, (_, value: string) => marked(escapeHtml(value)));
  const { html, tags } = withLiteralTags(escaped);
  if (isTooDeep(tags)) throw new TemplateError(field, 'is nested too deeply');
  if (tags.length > limits.links) throw new TemplateError(field, 'html limit exceeded');
  const { childNodes } = parseFragment(container, html, {});
  const blocks = blocksOf(childNodes);
  const whole = blocks.map(({ html, isInline }) => (isInline ? `<p>${withBreaks(html)}</p>` : html)).join('');
  return {
    paragraphs: blocks.map(({ html, isInline }) => (isInline ? withBreaks(html) : html)),
    text: plainTextOf(withoutMarks(whole)),
    words: withoutMarks(wordsOf(childNodes)),
  };
}

/** Slots are parsed as the content of a `div`, so that a stray table row cannot close the cells of the layout. */
const container = parseFragment('<div></div>').childNodes[0] as Tree.Element;

/** Adjacent block elements, or text and inline elements up to the next empty line or block element. */
interface Block {
  html: string;
  isInline: boolean;
}

function blocksOf(nodes: readonly Tree.ChildNode[]): Block[] {
  const blocks: Block[] = [];
  let inline = '';
  const endInline = (): void => {
    if (inline.trim() !== '') blocks.push({ html: inline.trim(), isInline: true });
    inline = '';
  };
  nodes.forEach((node, index) => {
    const html = htmlOf(node, index, nodes);
    if (containsBlock(node)) {
      endInline();
      const last = blocks.at(-1);
      if (last?.isInline === false) last.html += html;
      else blocks.push({ html, isInline: false });
      return;
    }
    const [first = '', ...others] = isText(node) ? html.split(emptyLines) : [html];
    inline += first;
    for (const paragraph of others) {
      endInline();
      inline = paragraph;
    }
  });
  endInline();
  return blocks;
}

const blockNames = new Set(
  'blockquote caption col colgroup div h1 h2 h3 h4 h5 h6 hr li ol p pre table tbody td tfoot th thead tr ul'.split(' '),
);
const voidNames = new Set(['br', 'col', 'hr', 'img']);

const isText = (node: Tree.ChildNode): node is Tree.TextNode => node.nodeName === '#text';
const childrenOf = (node: Tree.ChildNode): readonly Tree.ChildNode[] => ('childNodes' in node ? node.childNodes : []);
const containsBlock = (node: Tree.ChildNode): boolean =>
  blockNames.has(node.nodeName) || childrenOf(node).some(containsBlock);

function htmlOf(node: Tree.ChildNode, index: number, siblings: readonly Tree.ChildNode[]): string {
  if (isText(node)) return escapeHtml(withoutDoubledBreaks(node.value, siblings[index - 1], siblings[index + 1]));
  if (!('attrs' in node)) return '';
  // A line break in an attribute must not become a `<br>`.
  const attributes = node.attrs.map(({ name, value }) => ` ${name}="${escapeHtml(value).replaceAll('\n', '&#10;')}"`);
  const start = `<${node.nodeName}${attributes.join('')}>`;
  return voidNames.has(node.nodeName) ? start : `${start}${node.childNodes.map(htmlOf).join('')}</${node.nodeName}>`;
}

/** Removes a line break of the source next to a `<br>`: it is the same line break. */
function withoutDoubledBreaks(text: string, before?: Tree.ChildNode, after?: Tree.ChildNode): string {
  const rest = before?.nodeName === 'br' ? text.replace(/^[^\S\n]*\n/, '') : text;
  return after?.nodeName === 'br' ? rest.replace(/\n[^\S\n]*$/, '') : rest;
}

const wordsOf = (nodes: readonly Tree.ChildNode[]): string =>
  nodes
    .map((node) => {
      if (isText(node)) return node.value;
      const space = blockNames.has(node.nodeName) || node.nodeName === 'br' ? ' ' : '';
      return `${space}${wordsOf(childrenOf(node))}${space}`;
    })
    .join('');
