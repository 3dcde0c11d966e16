import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { untilInPage } from '../support/browser';
import { leave, untilBegun } from '../support/snippet-site';
import { readStub } from '../support/snippet-stub';
import { aroundSnippetTests } from '../support/snippet-visits';

const visits = aroundSnippetTests();
const { addressOf, open } = visits;

const currentVersion = async (): Promise<{ version: string; integrity: string }> => {
  const { body } = await visits.service.world.api.get('/api/apex-js/none.js');
  const [, version = '', integrity = ''] = /version is (\w+) with integrity (\S+)\.$/.exec(body.error) ?? [];
  return { version, integrity };
};

test('the stub is short, and the README shows the stub used in these tests', () => {
  const stub = readStub('docs/SNIPPET.md');
  expect(Buffer.byteLength(stub)).toBeLessThanOrEqual(500);
  expect(readStub('README.md')).toBe(stub);
});

test('calls before the snippet loads are kept with their time, after the pageview', async () => {
  const page = await open('/early', {
    early: "apex.track('early', { n: 1 }); window.kept = apex.track; window.calledAt = Date.now();",
  });
  const calledAt = Number(await page.evaluate('calledAt'));
  // A reference to a stub function keeps working.
  await page.evaluate("kept('late', { n: 2 })");
  await leave(page);
  await visits.service.eventsOnceThere('/early', 'late', 1);
  const events = await visits.service.events('/early');
  expect(events.filter(({ type }) => type !== 'engaged_time').map(({ type }) => type)).toEqual([
    'pageview',
    'early',
    'late',
  ]);
  const [pageview, first, last] = events;
  expect(pageview!.occurred_at.getTime()).toBe(first!.occurred_at.getTime() - 1);
  expect(last!.occurred_at.getTime()).toBeGreaterThan(first!.occurred_at.getTime());
  expect(calledAt).toBeGreaterThan(0);
});

test('it works without the stub', async () => {
  const page = await open('/bare', { tags: 'bare' });
  await page.evaluate("apex.track('told')");
  await leave(page);
  await visits.service.eventsOnceThere('/bare', 'told', 1);
  expect(await visits.service.events('/bare', 'pageview')).toHaveLength(1);
});

test('a second tag does nothing', async () => {
  const page = await open('/twice', { tags: 'two', body: '<button>Press</button>' });
  await page.waitForLoadState('load');
  await page.click('button');
  await page.evaluate("apex.track('told')");
  await leave(page);
  await visits.service.eventsOnceThere('/twice', 'told', 1);
  const count = async (type: string): Promise<number> => (await visits.service.events('/twice', type)).length;
  expect([await count('pageview'), await count('click'), await count('told')]).toEqual([1, 1, 1]);
});

test('the versioned form reads the workspace from its tag and matches its integrity hash', async () => {
  const { version, integrity } = await currentVersion();
  const attributes = `data-key="${visits.service.world.demo.workspaceKey}" crossorigin="anonymous" integrity="${integrity}"`;
  const page = await open('/versioned', { tags: 'version', version, attributes });
  await leave(page);
  await visits.service.eventsOnceThere('/versioned', 'pageview', 1);
});

test('a page with a strict content policy only needs a nonce and the API’s origin', async () => {
  const api = `http://${visits.service.line.address}`;
  const page = await visits.context.newPage();
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  const csp = `default-src 'none'; script-src NONCE; connect-src ${api}; img-src data:; base-uri 'none'; require-trusted-types-for 'script'`;
  await page.goto(addressOf('/strict', { csp }));
  await untilInPage(page, 'typeof window.apex?.visitorId === "function"');
  await leave(page);
  await visits.service.eventsOnceThere('/strict', 'pageview', 1);
  expect(violations).toEqual([]);
});

test('a preview link loads the code for experiments, also under a strict content policy', async () => {
  const { api, apiUrl, demo } = visits.service.world;
  const patch = { selector: 'p', action: 'set', attribute: 'title', value: 'new' };
  const variants = [
    { id: 'old', name: 'Old' },
    { id: 'new', name: 'New', patch },
  ];
  const { body: draft } = await api.post('/api/experiments', { name: 'Previewed', targetUrl: '/previewed*', variants });
  const line = `http://${visits.service.line.address}`;
  const csp = `script-src NONCE; connect-src ${line}; require-trusted-types-for 'script'`;
  const url = addressOf('/previewed', { csp, attributes: 'data-hash' });
  const link = await api.post(`/api/experiments/${draft.id}/preview-link`, { variantId: 'new', url });
  expect(link.status).toBe(200);
  expect(await (await fetch(`${apiUrl}/api/apex-js?key=${demo.workspaceKey}`)).text()).not.toContain('/active');

  const page = await visits.context.newPage();
  await page.goto(`${String(link.body.url)}#part`);
  await page.waitForSelector('p[title=new]');
  await leave(page);
  await visits.service.eventsOnceThere('/previewed', 'pageview', 1);
  const events = await visits.service.events('/previewed');
  expect(events.map(({ type }) => type)).not.toContain('experiment_exposure');
  // The options of the page's own tag apply.
  expect(new Set(events.map((event) => new URL(event.url).hash))).toEqual(new Set(['#part']));
});

test('a content policy that blocks the API does not break the page', async () => {
  const page = await visits.context.newPage();
  await page.goto(
    addressOf('/shut', {
      csp: "default-src 'none'; script-src NONCE 'unsafe-inline' 'unsafe-hashes'; connect-src 'self'; img-src data:",
      body: '<button id="plus">Press</button>',
    }),
  );
  await untilBegun(page);
  const refused = page.waitForEvent('console', (message) => /Content Security Policy/.test(message.text()));
  await page.evaluate("apex.track('told'); dispatchEvent(new Event('online'))");
  await refused;
  await page.evaluate("document.querySelector('#plus').onclick = (event) => { event.target.textContent = 'Pressed' }");
  await page.click('#plus');
  expect(await page.textContent('#plus')).toBe('Pressed');
  expect(await visits.service.events('/shut')).toEqual([]);
});

test('a script that never loads does not block the page', async () => {
  const sockets: Socket[] = [];
  const hanging = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => hanging.listen(0, '127.0.0.1', resolve));
  const page = await visits.context.newPage();
  const api = `http://127.0.0.1:${(hanging.address() as AddressInfo).port}`;
  await page.goto(addressOf('/hanging', { api, body: '<button>Press</button>' }), { waitUntil: 'domcontentloaded' });
  expect(await page.evaluate("apex.track('told'), document.readyState")).toBe('interactive');
  await page.click('button');
  await page.close();
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => hanging.close(resolve));
});

test('a prerendered page counts when it is shown', async () => {
  const page = await visits.context.newPage();
  await page.addInitScript("Object.defineProperty(document, 'prerendering', { value: true, configurable: true })");
  await page.goto(addressOf('/ahead'));
  await untilInPage(page, 'window.apex?.loaded === true');
  await page.evaluate("apex.track('told')");
  expect(await page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
  await page.evaluate("document.dispatchEvent(new Event('prerenderingchange'))");
  await leave(page);
  await visits.service.eventsOnceThere('/ahead', 'told', 1);
  expect(await visits.service.events('/ahead', 'pageview')).toHaveLength(1);
});

test('subdomains share one visitor; other sites have another', async () => {
  const visitorAt = async (host: string): Promise<unknown> => {
    const page = await visits.context.newPage();
    await page.goto(addressOf(`/at-${host}`).replace('127.0.0.1', host));
    await untilBegun(page);
    const id = await page.evaluate('apex.visitorId()');
    await page.close();
    return id;
  };
  const first = await visitorAt('www.shop.localhost');
  expect(await visitorAt('app.shop.localhost')).toBe(first);
  expect(await visitorAt('shop.localhost')).toBe(first);
  expect(await visitorAt('www.other.localhost')).not.toBe(first);
});

test('localStorage restores the visitor after cookies are cleared, and the cookie after localStorage is cleared', async () => {
  const page = await open('/returning');
  const first = await page.evaluate('apex.visitorId()');
  await visits.context.clearCookies();
  await page.reload();
  await untilBegun(page);
  expect(await page.evaluate('apex.visitorId()')).toBe(first);
  expect((await visits.context.cookies()).map(({ name, value }) => [name, value])).toEqual([['apex_vid', first]]);
  await page.evaluate('localStorage.clear()');
  await page.reload();
  await untilBegun(page);
  expect(await page.evaluate('apex.visitorId()')).toBe(first);
});

test('without localStorage it works from memory and the cookie', async () => {
  await visits.context.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })",
  );
  const page = await open('/no-storage');
  await page.evaluate("for (let i = 0; i < 120; i += 1) apex.track('told', { i })");
  await leave(page);
  await visits.service.eventsOnceThere('/no-storage', 'told', 120);
  const next = await open('/no-storage-next');
  await leave(next);
  await visits.service.eventsOnceThere('/no-storage-next', 'pageview', 1);
  const visitors = new Set((await visits.service.events('/no-storage')).map((event) => event.visitor_id));
  expect([visitors.size, (await visits.service.events('/no-storage', 'told')).length]).toEqual([1, 120]);
});

test('a page without any storage keeps its own visitor in memory', async () => {
  // In an opaque origin, the browser itself blocks cookies and localStorage.
  const page = await open('/sandboxed', { csp: 'sandbox allow-scripts' });
  await page.evaluate("apex.track('one'); apex.track('two')");
  await leave(page);
  await visits.service.eventsOnceThere('/sandboxed', 'two', 1);
  const events = await visits.service.events('/sandboxed');
  expect(new Set(events.map((event) => event.visitor_id)).size).toBe(1);
  expect(events.filter(({ type }) => type !== 'engaged_time')).toHaveLength(3);
});
