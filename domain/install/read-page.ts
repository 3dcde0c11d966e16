import type { DefaultTreeAdapterTypes } from 'parse5';
import { BoundedParser } from '../email/parse-document';

/** A script of a page that browsers would run, or would run after consent. */
export interface PageScript {
  /** The absolute address; null for an inline script. */
  url: URL | null;
  attributes: ReadonlyMap<string, string>;
  text: string;
  isInHead: boolean;
}

/** The parts of a page that the install check uses. */
export interface ReadPage {
  scripts: PageScript[];
  /** Addresses that the page preloads as scripts. Frameworks preload scripts that they add later. */
  preloads: URL[];
  /** Policies of `<meta http-equiv="Content-Security-Policy">`. */
  policies: string[];
  /** Characters of visible text. */
  textLength: number;
  /** Whether the page has the empty root element of a single-page application. */
  hasEmptyRoot: boolean;
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/**
 * Reads the HTML of a page as browsers with scripts do.
 * @param address the address of the page
 * @throws NestedTooDeeply
 */
export function readPage(html: string, address: string): ReadPage {
  const parser = new BoundedParser(html, { scriptingEnabled: true });
  parser.read();
  const page: ReadPage = { scripts: [], preloads: [], policies: [], textLength: 0, hasEmptyRoot: false };
  let base = address;
  const waiting: { node: Node; isInHead: boolean }[] = [{ node: parser.document, isInHead: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isInHead } = next;
    if (node.nodeName === '#text') page.textLength += (node as { value: string }).value.trim().length;
    if ('tagName' in node) {
      if (node.tagName === 'base') base = urlOf(attributesOf(node).get('href'), base)?.href ?? base;
      readElement(node, { page, base, isInHead });
    }
    if (!('childNodes' in node) || hasNoText.has(node.nodeName)) continue;
    // Reversed, so that nodes are read in document order.
    for (const child of node.childNodes.toReversed()) {
      waiting.push({ node: child, isInHead: isInHead || node.nodeName === 'head' });
    }
  }
  return page;
}

/** Elements with text that is not shown. */
const hasNoText = new Set(['script', 'style', 'noscript', 'template', 'title']);

interface Place {
  page: ReadPage;
  base: string;
  isInHead: boolean;
}

function readElement(element: Element, { page, base, isInHead }: Place): void {
  const attributes = attributesOf(element);
  const get = (name: string): string => attributes.get(name)?.trim().toLowerCase() ?? '';
  if (element.tagName === 'script') {
    const url = attributes.has('src') ? urlOf(attributes.get('src'), base) : null;
    const text = element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
    page.scripts.push({ url, attributes, text, isInHead });
  } else if (element.tagName === 'link' && /^(module)?preload$/.test(get('rel'))) {
    const url = urlOf(attributes.get('href'), base);
    if (url !== null) page.preloads.push(url);
  } else if (element.tagName === 'meta' && get('http-equiv') === 'content-security-policy') {
    page.policies.push(attributes.get('content') ?? '');
  } else if (isRoot(element, attributes) && !element.childNodes.some(({ nodeName }) => nodeName !== '#text')) {
    page.hasEmptyRoot = true;
  }
}

/** Root elements of React, Vue, Next.js, Nuxt, Svelte, Gatsby and Angular. */
const isRoot = ({ tagName }: Element, attributes: ReadonlyMap<string, string>): boolean =>
  /^(root|app|__next|__nuxt|svelte|___gatsby|main)$/.test(attributes.get('id') ?? '') || tagName === 'app-root';

const attributesOf = ({ attrs }: Element): Map<string, string> =>
  new Map(attrs.map(({ name, value }) => [name, value]));

function urlOf(text: string | undefined, base: string): URL | null {
  try {
    return text === undefined ? null : new URL(text, base);
  } catch {
    return null;
  }
}
