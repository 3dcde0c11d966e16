import { compile } from 'html-to-text';

/** Characters of html that are turned into text. Gmail cuts messages of 102 KB, and html made to be slow grows with its length. */
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

/** A message's html as plain text: links with their addresses behind them, no pictures. Of very long or deep html the beginning. */
export const plainTextOf = (html: string): string => convert(html.slice(0, longestHtml));
