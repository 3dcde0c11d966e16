import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { build, type Metafile } from 'esbuild';
import type { ActiveExperiment } from '../../domain/experiments/schemas';

const root = path.resolve(__dirname, '../..');

/** The script of the pages: the snippet's experiments, with dependencies that the page can inspect. */
const pageScript = `
  import { startExperiments } from './snippet/experiments/run';
  const wishes = new URLSearchParams(location.search);
  window.tracked = [];
  window.experiments = startExperiments({
    api: wishes.get('api') ?? location.origin,
    key: wishes.get('key') ?? 'svc_pk_site',
    visitorId: () => wishes.get('visitor') ?? 'visitor-1',
    track: (type, data) => window.tracked.push([type, data]),
    nonce: document.currentScript.nonce || null,
    store: {
      get: (name) => localStorage.getItem(name),
      set: (name, value) => {
        localStorage.setItem(name, value);
        // The last thing that is done with a list.
        if (name === 'apex_patterns') window.settled = true;
      },
    },
    cookieDomain: () => wishes.get('domain') ?? '',
  });
`;

/** A site with pages that run experiments. It also replaces the API. */
export interface ExperimentsSite {
  origin: string;
  /** The list that it returns; with `hang` it never responds. */
  list: ActiveExperiment[] | 'hang';
  /** Other scripts of the site, by path. */
  scripts: Map<string, string>;
  /** The bundled script: minified text, and the files included in it. */
  script: string;
  metafile: Metafile;
  close(): Promise<void>;
}

/**
 * Starts the site. Pages take `head`, `body` and `csp` from their query: `NONCE` in the policy is replaced by that of the
 * page's own scripts. With `bodyAfterMs`, the body is sent this long after the head.
 */
export async function startExperimentsSite(): Promise<ExperimentsSite> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: pageScript, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: 'es2020',
    charset: 'ascii',
  });
  const script = outputFiles[0]?.text ?? '';
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const text = site.scripts.get(pathname);
    if (text !== undefined) return void response.setHeader('Content-Type', 'text/javascript').end(text);
    if (pathname.startsWith('/api/')) return sendList(response, site.list);
    sendPage(response, searchParams);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const site: ExperimentsSite = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    list: [],
    scripts: new Map([['/experiments.js', script]]),
    script,
    metafile,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return site;
}

function sendList(response: ServerResponse, list: ExperimentsSite['list']): void {
  if (list === 'hang') return;
  response.setHeader('Content-Type', 'application/json').setHeader('Cache-Control', 'no-store');
  response.end(JSON.stringify(list));
}

function sendPage(response: ServerResponse, wishes: URLSearchParams): void {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  const policy = wishes.get('csp');
  if (policy !== null) response.setHeader('Content-Security-Policy', policy.replaceAll('NONCE', "'nonce-n0nce'"));
  response.write(`<!doctype html><html><head><link rel="icon" href="data:,">${wishes.get('head') ?? ''}
<script nonce="n0nce" src="/experiments.js"></script>
<script nonce="n0nce">window.firstOpacity = getComputedStyle(document.documentElement).opacity</script>
</head>`);
  const body = `<body>${wishes.get('body') ?? '<h1 class="title">Prices</h1>'}</body></html>`;
  setTimeout(() => response.end(body), Number(wishes.get('bodyAfterMs') ?? 0));
}
