import { compile } from 'html-to-text';

/**
 * The most characters of HTML converted to text. Gmail clips messages at 102 KB, and malicious HTML takes longer with
 * its length.
 */
const longestHtml = 120_000;

const convert = compile({
  wordwrap: false,
  limits: { maxDepth: 40, maxChildNodes: 5_000, ellipsis: '' },
  selectors: [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { hideLinkHrefIfSameAsText: true, noAnchorUrl: true, linkBrackets: ['(', ')'] } },
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({ selector, options: { uppercase: false } })),
  ],
});

/**
 * Converts a message's HTML to plain text: links are followed by their addresses, images are left out. Only the start
 * of very long or deep HTML is converted.
 */
export const plainTextOf = (html: string): string => convert(html.slice(0, longestHtml));
