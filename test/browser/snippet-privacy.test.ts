import { isDeepStrictEqual } from 'node:util';
import type { Page } from 'playwright-core';
import { leave, openPage, untilBegun } from '../support/snippet-site';
import { aroundSnippetTests } from '../support/snippet-visits';
import { waitFor } from '../support/wait-for';
import { createExperiment } from '../support/workspaces';

const visits = aroundSnippetTests();
const { addressOf, open } = visits;

beforeAll(async () => {
  // Created before any page opens, because the service caches the list of experiments after it is first served.
  const { database, demo } = visits.service.world;
  await createExperiment(database, demo.workspaceId, {
    name: 'Exposing',
    targetUrl: '/exposing',
    variants: [{ id: 'only', name: 'Only', weight: 1 }],
  });
});

const kept = (page: Page): Promise<unknown> =>
  page.evaluate(
    "[Object.keys(localStorage).sort(), document.cookie.split('; ').filter(Boolean).map((one) => one.split('=')[0]).sort()]",
  );

const onlyTheChoice = [['apex_off'], ['apex_off']];
/** Waits, because browsers pass storage changes to other tabs with a delay. */
const untilOnlyTheChoice = (page: Page): Promise<unknown> =>
  waitFor(async () => isDeepStrictEqual(await kept(page), onlyTheChoice), { what: 'nothing but the choice' });

const body = '<button>Press</button><form onsubmit="return false"><button id="submit">Send</button></form>';

/** Triggers everything that the snippet collects by default. */
async function act(page: Page): Promise<void> {
  await page.click('button');
  await page.click('#submit');
  await page.evaluate("history.pushState({}, '', location.pathname + '-pushed' + location.search)");
  await page.evaluate("apex.track('told'); apex.identify('nobody.snippet@example.com'); apex.reset()");
  await page.evaluate("dispatchEvent(new Event('online'))");
}

test.each([
  [
    'Global Privacy Control',
    "Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true, configurable: true })",
  ],
  ['Do Not Track', "Object.defineProperty(Navigator.prototype, 'doNotTrack', { value: '1', configurable: true })"],
])('%s is respected if the workspace requires it: nothing is collected or stored', async (signal, script) => {
  await visits.context.addInitScript(script);
  const name = signal.replaceAll(' ', '-');
  const requested: string[] = [];
  visits.context.on('request', (request) => request.method() === 'POST' && requested.push(request.url()));
  try {
    await visits.service.world.api.patch('/api/workspace', { respectDoNotTrack: true });
    const page = await open(`/asked-${name}`, { body });
    await act(page);
    expect(await page.evaluate('apex.visitorId()')).toBeNull();
    expect(await kept(page)).toEqual([[], []]);
    await leave(page);
  } finally {
    await visits.service.world.api.patch('/api/workspace', { respectDoNotTrack: false });
  }
  expect(requested).toEqual([]);
  // The keyless form has no workspace settings, so the tag sets the option.
  const page = await open(`/tagged-${name}`, { attributes: 'data-respect-dnt', tags: 'two' });
  expect(await kept(page)).toEqual([[], []]);
  await leave(page);
  // The browser caches the script for five minutes, so a new profile is needed to fetch it again.
  const other = await visits.service.newProfile();
  await other.context.addInitScript(script);
  const ignoring = await openPage(other.context, addressOf(`/ignored-${name}`));
  await leave(ignoring);
  await visits.service.eventsOnceThere(`/ignored-${name}`, 'pageview', 1);
  expect([await visits.service.events(`/asked-${name}`), await visits.service.events(`/tagged-${name}`)]).toEqual([
    [],
    [],
  ]);
  await other.context.close();
});

test('without such a signal the setting changes nothing', async () => {
  const page = await open('/no-signal', { attributes: 'data-respect-dnt' });
  await leave(page);
  await visits.service.eventsOnceThere('/no-signal', 'pageview', 1);
});

test('optOut stops collecting in all tabs and on later pages until optIn', async () => {
  const page = await open('/out', { body });
  const other = await open('/out-other', { body });
  const visitor = await page.evaluate('apex.visitorId()');
  await page.evaluate("apex.track('never-sent'); apex.optOut()");
  await untilOnlyTheChoice(page);
  const requested: string[] = [];
  visits.context.on('request', (request) => request.method() === 'POST' && requested.push(request.postData() ?? ''));
  await act(page);
  await act(other);
  await page.reload();
  await untilBegun(page);
  await act(page);
  await leave(other);
  expect(requested).toEqual([]);
  expect(await kept(page)).toEqual(onlyTheChoice);
  await page.evaluate("apex.optIn(); apex.track('back')");
  await leave(page);
  const [back] = await visits.service.eventsOnceThere('/out', 'back', 1);
  expect(back!.visitor_id).not.toBe(visitor);
  const events = (await visits.service.events('/out')).filter(({ type }) => type !== 'engaged_time');
  expect(
    events
      .filter((event) => event.visitor_id === back!.visitor_id)
      .map(({ type }) => type)
      .sort(),
  ).toEqual(['back', 'pageview']);
  expect(events.map(({ type }) => type)).not.toContain('never-sent');
});

test('optIn also restarts collecting in other opted-out tabs, without the time in between', async () => {
  const page = await open('/in');
  const other = await open('/in-other');
  // Added after the snippet's own listener, so it runs after it.
  await other.evaluate("addEventListener('storage', ({ key }) => { window.heard ||= key === 'apex_off'; })");
  await page.evaluate('apex.optOut()');
  await waitFor(() => other.evaluate('window.heard'));
  await other.evaluate("history.pushState({}, '', '/in-hidden' + location.search)");
  // A pageview is recorded after a short delay for the title.
  await other.evaluate('new Promise((resolve) => setTimeout(resolve, 200))');
  await page.evaluate('apex.optIn()');
  await visits.service.eventsOnceThere('/in-hidden', 'pageview', 1);
  await leave(other);
  expect(await visits.service.events('/in-hidden', 'pageview')).toHaveLength(1);
});

test('a reset in one tab applies to the next event of other tabs', async () => {
  const [page, other] = [await open('/both'), await open('/both-other')];
  const before = await other.evaluate('apex.visitorId()');
  expect(await page.evaluate('apex.visitorId()')).toBe(before);
  await page.evaluate('apex.reset()');
  // Browsers pass storage changes to other tabs with a short delay.
  const areBothNew = async (): Promise<boolean> => {
    const [one, two] = [await other.evaluate('apex.visitorId()'), await page.evaluate('apex.visitorId()')];
    return one !== before && one === two;
  };
  await waitFor(areBothNew, { what: 'one new visitor in both' });
});

test('a reset also applies to other tabs if only cookies are available', async () => {
  await visits.context.addInitScript(
    "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })",
  );
  const [page, other] = [await open('/cookie'), await open('/cookie-other')];
  const before = await other.evaluate('apex.visitorId()');
  await page.evaluate('apex.reset()');
  await waitFor(async () => (await other.evaluate('apex.visitorId()')) !== before, { what: 'a new visitor' });
});

test('without any storage, the visitor stays the same within a page', async () => {
  await visits.context.addInitScript(`
    Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } });
    Object.defineProperty(document, 'cookie', { get: () => '', set() {} });
  `);
  const page = await open('/memory');
  const visitor = await page.evaluate('apex.visitorId()');
  expect(visitor).toMatch(/^[0-9a-f]{32}$/);
  expect(await page.evaluate('apex.visitorId()')).toBe(visitor);
});

test('optOut also removes what another tab is about to store', async () => {
  // Only the tab's writes and storage events matter here, so its three-second timer never fires.
  const early =
    'window.setTimeout = ((real) => (run, delay = 0) => (delay < 1000 ? real(run, delay) : 0))(window.setTimeout)';
  const page = await open('/out-late', { early });
  const busy = await open('/out-busy', { early });
  const tracking = busy.evaluate(
    "apex.track('late'); const end = Date.now() + 500; while (Date.now() < end) apex.track('later')",
  );
  await page.evaluate('apex.optOut()');
  await tracking;
  await untilOnlyTheChoice(page);
  // A pending write would use a zero-delay timer set before this one.
  await busy.evaluate("apex.track('last'); new Promise((resolve) => setTimeout(resolve, 50))");
  await untilOnlyTheChoice(busy);
});

test('an optOut called before the snippet loads takes effect first', async () => {
  const page = await open('/out-early', { early: "apex.track('early'); apex.optOut()" });
  expect(await kept(page)).toEqual(onlyTheChoice);
  await leave(page);
  const next = await open('/out-early-next', { early: 'apex.optIn()' });
  await leave(next);
  await visits.service.eventsOnceThere('/out-early-next', 'pageview', 1);
  const types = (await visits.service.events('/out-early')).map(({ type }) => type);
  expect(types.filter((type) => type !== 'engaged_time')).toEqual(['pageview']);
});

test('reset creates a new visitor; earlier events stay with the previous visitor', async () => {
  const page = await open('/reset');
  const before = await page.evaluate('apex.visitorId()');
  await page.evaluate("apex.track('before'); apex.reset(); apex.track('after')");
  const after = await page.evaluate('apex.visitorId()');
  expect(after).not.toBe(before);
  const [cookie] = (await visits.context.cookies()).filter(({ name }) => name === 'apex_vid');
  expect([cookie?.value, await page.evaluate("localStorage.getItem('apex_vid')")]).toEqual([after, after]);
  await leave(page);
  await visits.service.eventsOnceThere('/reset', 'after', 1);
  const visitors = Object.fromEntries(
    (await visits.service.events('/reset')).map((event) => [event.type, event.visitor_id]),
  );
  expect(visitors).toMatchObject({ pageview: before, before, after });
});

test('reset also removes the stored exposures, including the cookie', async () => {
  const page = await open('/exposing');
  const cookieNames = async () => ((await kept(page)) as string[][])[1];
  await waitFor(async () => isDeepStrictEqual(await cookieNames(), ['apex_exposures', 'apex_vid']));
  await page.evaluate('apex.reset()');
  // The new visitor is exposed again. The list comes from the browser's cache.
  await visits.service.eventsOnceThere('/exposing', 'experiment_exposure', 2);
  await page.evaluate('apex.optOut()');
  await untilOnlyTheChoice(page);
});

test('the snippet only uses its own storage and cookie names', async () => {
  const page = await open('/names', { body, attributes: 'data-api="http://127.0.0.1:9"' });
  await page.evaluate("localStorage.setItem('theirs', '1')");
  await act(page);
  await page.evaluate("apex.track('again')");
  const [names, cookies] = (await kept(page)) as [string[], string[]];
  expect(cookies).toEqual(['apex_vid']);
  expect(names.filter((name) => !/^apex_(vid|q_svc_pk_\w+_[\w-]+)$/.test(name))).toEqual(['theirs']);
  await page.evaluate('apex.optOut()');
  expect(await kept(page)).toEqual([['apex_off', 'theirs'], ['apex_off']]);
});
