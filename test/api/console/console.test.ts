import { gzipSync } from 'node:zlib';
import { createConsoleFiles } from '../../../api/console/console-files';
import { consoleRoutes } from '../../../api/console/routes';
import { buildConsole } from '../../../dev/console';
import { createCommunication, uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import type { ApiResponse } from '../../support/api-client';
import { useWorld } from '../../support/world';

beforeAll(async () => {
  const problems: string[] = [];
  await buildConsole({ report: (line) => problems.push(line) });
  expect(problems.filter((line) => !line.startsWith('Console built'))).toEqual([]);
});

const world = useWorld({ temporal: false });

const open = (path: string, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  world.api.raw(path, { method: 'GET', headers: { accept: 'text/html,*/*', ...headers } });

const policyOf = ({ headers }: ApiResponse): Map<string, string[]> =>
  new Map(
    (headers.get('content-security-policy') ?? '').split('; ').map((part) => {
      const [name = '', ...values] = part.split(' ');
      return [name, values];
    }),
  );

const assetsIn = (html: string): string[] => [...html.matchAll(/\/console\/assets\/[\w.-]+/g)].map(([path]) => path);

describe('the page', () => {
  it.each(['/console', '/console/journeys/jrn_1', '/console/settings/keys', '/console/no/such/page'])(
    'is the same at %s and is revalidated',
    async (path) => {
      const response = await open(path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(response.headers.get('x-frame-options')).toBe('DENY');
      expect(response.body).toContain('<div id="console">');
    },
  );

  it('allows only its own files, and inline code only with the nonce of the response', async () => {
    const [first, second] = [await open('/console'), await open('/console')];
    const nonces = [first, second].map((response) => {
      const policy = policyOf(response);
      const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy.get('script-src')?.join(' ') ?? '') ?? [];
      expect(policy.get('script-src')).toEqual(["'self'", `'nonce-${nonce}'`]);
      expect(policy.get('style-src')).toEqual(["'self'", `'nonce-${nonce}'`]);
      expect(policy.get('default-src')).toEqual(["'none'"]);
      for (const [tag] of String(response.body).matchAll(/<(script|style)\b[^>]*>/g)) {
        expect(tag).toContain(`nonce="${nonce}"`);
      }
      expect(response.body).not.toContain('__CSP_NONCE__');
      return nonce;
    });
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{24}$/);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect([...policyOf(first).values()].flat()).not.toContain("'unsafe-inline'");
    expect([...policyOf(first).values()].flat().filter((value) => /^https?:|\*/.test(value))).toEqual([]);
  });

  it('contains whether the browser sent a session cookie', async () => {
    const sessionIn = ({ body }: ApiResponse) => /name="apex-session" content="(\w+)"/.exec(body)?.[1];
    expect(sessionIn(await open('/console'))).toBe('none');
    expect(sessionIn(await open('/console', { cookie: 'svc_session=some.token.here' }))).toBe('given');
  });

  it('is replaced by instructions if the console is not built', async () => {
    const routes = consoleRoutes(createConsoleFiles(() => null));
    const page = routes.find(({ path }) => path === '/console');
    const response = await page?.handler({ headers: {} } as never);
    expect(response?.status).toBe(503);
    expect(response?.body).toContain('The console is not built');
    expect(response?.body).toContain('npm run build');
  });
});

describe('files of the console', () => {
  it('are immutable and sent compressed', async () => {
    const paths = assetsIn((await open('/console')).body);
    expect(paths.some((path) => path.endsWith('.js'))).toBe(true);
    expect(paths.some((path) => path.endsWith('.css'))).toBe(true);
    for (const path of paths) {
      const response = await open(path, { 'accept-encoding': 'gzip' });
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(response.headers.get('content-encoding')).toBe('gzip');
      const etag = response.headers.get('etag') ?? '';
      expect((await open(path, { 'accept-encoding': 'gzip', 'if-none-match': etag })).status).toBe(304);
    }
  });

  it.each([
    '/console/assets/gone-12345678.js',
    '/console/assets/..%2findex.html',
    '/console/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/console/assets/index.html',
  ])('%s returns 404 as JSON, not as the page', async (path) => {
    const response = await open(path);
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('are at most 200 KB compressed for the first load', async () => {
    const sources = assetsIn((await open('/console')).body).filter((path) => !path.endsWith('.svg'));
    const seen = new Map<string, number>();
    while (sources.length > 0) {
      const path = sources.pop() ?? '';
      if (seen.has(path)) continue;
      const { body } = await open(path);
      seen.set(path, gzipSync(body).length);
      // Static imports load immediately; dynamic imports do not.
      for (const [, name] of String(body).matchAll(/(?:from|import)"\.\/([\w.-]+\.js)"/g)) {
        sources.push(`/console/assets/${name}`);
      }
    }
    const total = [...seen.values()].reduce((sum, size) => sum + size, 0);
    expect(total).toBeGreaterThan(50_000);
    expect(total).toBeLessThanOrEqual(200_000);
  });
});

describe('GET /', () => {
  it('redirects a browser to the console', async () => {
    const response = await open('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console']);
    expect(response.headers.get('vary')).toBe('Accept');
  });

  it('redirects a client that accepts any type, too', async () => {
    const response = await open('/', { accept: '*/*' });
    expect([response.status, response.headers.get('location')]).toEqual([302, '/console']);
  });

  it('returns a JSON 404 to all other clients', async () => {
    const response = await open('/', { accept: 'application/json' });
    expect([response.status, response.body.code]).toEqual([404, 'NOT_FOUND']);
  });
});

function expectInert(response: ApiResponse): void {
  const policy = policyOf(response);
  expect(policy.get('sandbox')).toEqual([]);
  expect(policy.get('default-src')).toEqual(["'none'"]);
  expect(policy.get('style-src')).toEqual(["'unsafe-inline'"]);
  expect(policy.get('img-src')).toEqual(["'self'", 'data:']);
  expect(policy.has('script-src')).toBe(false);
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN');
}

describe('the preview of a message', () => {
  it('is a document without scripts, for a frame of the console', async () => {
    const id = await createCommunication(world, 'Hi');
    const { cookie } = await addMember(world, 'member');
    const response = await open(`/console/previews/communications/${id}`, { cookie });
    expect(response.status).toBe(200);
    expect(response.body).toContain('Glad to see you.');
    expectInert(response);
  });

  it('shows unsaved content, sent as a form by the console only', async () => {
    const { cookie } = await addMember(world, 'member');
    const content = {
      commType: 'marketing',
      slots: { body: 'Not saved, {{ attributes.name }}' },
      variables: { name: '<Ada>' },
    };
    const send = (headers: Record<string, string>, body = `message=${JSON.stringify(content)}\r\n`) =>
      world.api.raw('/console/previews/communications', {
        method: 'POST',
        body,
        headers: { 'content-type': 'text/plain', ...headers },
      });
    const origin = world.apiUrl;
    const response = await send({ cookie, origin });
    expect(response.status).toBe(200);
    expect(response.body).toContain('Not saved, &lt;Ada&gt;');
    expectInert(response);
    expect((await send({ cookie, origin: 'https://evil.example' })).status).toBe(403);
    expect((await send({ cookie, origin: 'null' })).status).toBe(403);
    expect((await send({ cookie })).status).toBe(403);
    expect((await send({ origin })).status).toBe(401);
    expect(await send({ cookie, origin }, 'message={"commType":')).toMatchObject({ status: 400 });
    const { body } = await send({ cookie, origin }, `message=${JSON.stringify({ ...content, more: 1 })}`);
    expect(body.details).toEqual([expect.objectContaining({ path: 'more' })]);
  });

  it('requires a session of the workspace', async () => {
    const id = await createCommunication(world, 'Hi');
    expect((await open(`/console/previews/communications/${id}`)).status).toBe(401);
    const { cookie } = await addMember(world, 'member');
    expect((await open(`/console/previews/communications/${uniqueName('com')}`, { cookie })).status).toBe(404);
  });
});
