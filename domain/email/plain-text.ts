import { compile, type DomNode, type FormatCallback } from 'html-to-text';
import { serialize } from 'parse5';
import { NestedTooDeeply, parseDocument } from './parse-document';

/**
 * The most characters of HTML converted to text. Gmail clips messages at 102 KB, and malicious HTML takes longer with
 * its length.
 */
const longestHtml = 120_000;

/** Elements that start a new line. */
const blocks = new Set(
  (
    'address article aside blockquote br center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li ' +
    'main nav ol p pre section table ul'
  ).split(' '),
);

/** Visible characters: not spaces, and not those that only fill previews and cells. */
const visibleText = /[^\s\u00ad\u034f\u200b-\u200f\u2060\ufeff]/;

/** The parts of a node, with the types that they have at run time. */
const childrenOf = ({ children = [] }: Partial<DomNode>): DomNode[] => children;
const attributeOf = ({ attribs }: DomNode, name: string): string =>
  (attribs as Record<string, string> | undefined)?.[name]?.trim() ?? '';

/** Whether a node is shown in plain text, and whether it starts a line. A conversion reads each node once. */
const known = new Map<DomNode, { isShown: boolean; hasBlock: boolean }>();

function read(node: DomNode): { isShown: boolean; hasBlock: boolean } {
  const before = known.get(node);
  if (before !== undefined) return before;
  const children = childrenOf(node).map(read);
  const result = {
    isShown:
      (node.type === 'text' && visibleText.test(node.data ?? '')) ||
      (node.name === 'img' && (attributeOf(node, 'alt') !== '' || isLinked(node))) ||
      (node.type === 'tag' && children.some(({ isShown }) => isShown)),
    hasBlock: blocks.has(node.name ?? '') || children.some(({ hasBlock }) => hasBlock),
  };
  known.set(node, result);
  return result;
}

const isLinked = ({ parent }: DomNode): boolean => parent?.name === 'a' && attributeOf(parent, 'href') !== '';

/** Returns the content of a cell without the single paragraph around it. */
function contentOf(cell: DomNode): DomNode[] {
  const shown = childrenOf(cell).filter((child) => read(child).isShown);
  const [only] = shown;
  return shown.length === 1 && only !== undefined && /^(?:p|div|center)$/.test(only.name ?? '')
    ? contentOf(only)
    : childrenOf(cell);
}

/** Marks the gap between two cells. White space around it is removed with it. */
const cellMark = '\uFDD5';
const cellGap = new RegExp(` *${cellMark} *`, 'g');

/** Writes cells with one line next to each other, and other cells below each other. Skips empty cells and rows. */
const formatRow: FormatCallback = (row, walk, builder) => {
  const cells = childrenOf(row).filter((cell) => read(cell).isShown);
  if (cells.length === 0) return;
  builder.openBlock({ leadingLineBreaks: 1 });
  let isInLine = false;
  for (const cell of cells) {
    const content = contentOf(cell);
    const isLine = !content.some((node) => read(node).hasBlock);
    if (isLine && isInLine) builder.addLiteral(cellMark);
    if (!isLine) builder.openBlock({ leadingLineBreaks: 1 });
    walk(content, builder);
    if (!isLine) builder.closeBlock({ trailingLineBreaks: 1 });
    isInLine = isLine;
  }
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const formatAlt: FormatCallback = (image, _walk, builder) => builder.addInline(attributeOf(image, 'alt'));

const skipped = ['template', 'title', 'iframe', 'noembed', 'noframes'];

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 250, maxChildNodes: 5_000, ellipsis: '' },
  formatters: { row: formatRow, alt: formatAlt },
  selectors: [
    { selector: 'img', format: 'alt' },
    { selector: 'tr', format: 'row' },
    ...skipped.map((selector) => ({ selector, format: 'skip' })),
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['(', ')'] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/**
 * Converts a message's HTML to plain text. Links are followed by their addresses, images are replaced with their
 * descriptions, and each row of a table is a line. Converts only the start of very long HTML. Returns nothing for HTML
 * that is nested too deeply for browsers.
 */
export function plainTextOf(html: string): string {
  const text = convert(asBrowsersRead(html.slice(0, longestHtml).replaceAll(cellMark, '')));
  known.clear();
  return text.replace(cellGap, '  ');
}

function asBrowsersRead(html: string): string {
  try {
    return serialize(parseDocument(html), { scriptingEnabled: false });
  } catch (error) {
    if (error instanceof NestedTooDeeply) return '';
    throw error;
  }
}
