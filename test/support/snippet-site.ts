import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BrowserContext, Page } from 'playwright-core';
import { untilInPage } from './browser';
import { readStub } from './snippet-stub';

/** A customer's site with the snippet on its pages, on a separate origin. */
export interface SnippetSite {
  /** `http://127.0.0.1:<port>`. */
  origin: string;
  port: number;
  close(): Promise<void>;
}

export interface SiteOptions {
  key: string;
  /** Base URL of the snippet. */
  api: string;
}

/** Page options in the query. */
type Wishes = URLSearchParams;

/**
 * Starts the site. A page is its body: `/?body=…` may contain any HTML. `head` goes before the snippet's tags,
 * `attributes` into the script tag, `tags` replaces them (`none`, `two`, `bare`: without the stub, `version`: the
 * keyless form), `csp` is the page's content policy, in which `NONCE` is replaced by the nonce of its scripts.
 */
export async function startSnippetSite({ key, api }: SiteOptions): Promise<SnippetSite> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    if (pathname.startsWith('/files/')) return void response.writeHead(204).end();
    sendPage(response, pageOf(searchParams, { key, api }), searchParams.get('csp'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendPage(response: ServerResponse, page: string, policy: string | null): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  // The back/forward cache does not store pages with no-store.
  response.setHeader('Cache-Control', 'max-age=0');
  if (policy !== null) response.setHeader('Content-Security-Policy', policy.replaceAll('NONCE', "'nonce-n0nce'"));
  response.end(page);
}

function pageOf(wishes: Wishes, options: SiteOptions): string {
  const tags = tagsOf(wishes, options).replaceAll('<script', '<script nonce="n0nce"');
  return `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,">
<title>${wishes.get('title') ?? 'A page'}</title>${wishes.get('head') ?? ''}
${tags}</head><body><main>${wishes.get('body') ?? '<p>Hello</p>'}</main></body></html>`;
}

function tagsOf(wishes: Wishes, { key, api }: SiteOptions): string {
  const stub = readStub('docs/SNIPPET.md')
    .replace('https://apex.example.com', wishes.get('api') ?? api)
    .replace('svc_pk_YourWorkspace', wishes.get('key') ?? key)
    .replace('<script async', `<script async ${wishes.get('attributes') ?? ''}`);
  const [inline = '', loader = ''] = stub.split('\n');
  switch (wishes.get('tags')) {
    case 'none':
      return '';
    case 'bare':
      return loader;
    case 'two':
      return `${stub}\n${loader}`;
    case 'version':
      return inline + loader.replace(/apex-js\?key=[^"]*/, `apex-js/${wishes.get('version') ?? ''}.js`);
    default:
      // A script between the two runs before the snippet has loaded.
      return `${inline}<script>${wishes.get('early') ?? ''}</script>${loader}`;
  }
}

/** Returns the URL of a page with these options. */
export const pageAddress = (site: SnippetSite, path: string, wishes: Record<string, string> = {}): string =>
  `${site.origin}${path}${Object.keys(wishes).length === 0 ? '' : `?${new URLSearchParams(wishes).toString()}`}`;

/** Opens a page, and waits until the snippet has started. */
export async function openPage(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await untilBegun(page);
  return page;
}

export const untilBegun = (page: Page): Promise<unknown> =>
  untilInPage(page, 'typeof window.apex?.visitorId === "function"');

/**
 * Leaves a page as people do, so that it sends its events. The tab stays open, because closing it with Playwright
 * cancels its requests.
 */
export const leave = (page: Page): Promise<unknown> => page.goto('about:blank');
