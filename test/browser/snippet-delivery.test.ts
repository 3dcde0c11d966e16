import type { Page } from 'playwright-core';
import { leave, openPage, untilBegun } from '../support/snippet-site';
import { aroundSnippetTests } from '../support/snippet-visits';
import { waitFor } from '../support/wait-for';
import { createExperiment } from '../support/workspaces';

const visits = aroundSnippetTests();

afterEach(() => visits.service.line.resume());

/** A page that loads the snippet directly from the service but sends events through a proxy that can fail. */
const addressOf = (path: string, wishes: Record<string, string> = {}): string =>
  visits.addressOf(path, {
    api: visits.service.world.apiUrl,
    attributes: `data-auto="off" data-api="http://${visits.service.line.address}"`,
    ...wishes,
  });

const open = (path: string, wishes: Record<string, string> = {}): Promise<Page> =>
  openPage(visits.context, addressOf(path, wishes));

const track = (page: Page, type: string, data = '{}'): Promise<unknown> =>
  page.evaluate(`apex.track('${type}', ${data})`);

/** Returns the items queued in localStorage. */
const stored = (page: Page): Promise<{ id: string; json: string; tried: number }[]> =>
  page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('apex_q_'))
    .flatMap((name) => JSON.parse(localStorage[name]).items)`);

/** Sends without the three-second wait, as when the network returns. */
const sendNow = (page: Page): Promise<unknown> => page.evaluate("dispatchEvent(new Event('online'))");

async function untilSent(page: Page): Promise<void> {
  await sendNow(page);
  await waitFor(async () => (await stored(page)).length === 0, { what: 'an empty queue' });
}

test('events of a page that is left immediately arrive', async () => {
  const page = await open('/left');
  await page.evaluate("apex.track('bought', { revenue: 5 }); location.href = 'about:blank'");
  await visits.service.eventsOnceThere('/left', 'bought', 1);
});

test('while the API refuses connections the page works, even after a reload, and no event is lost or doubled', async () => {
  const page = await open('/down', { body: '<button onclick="this.textContent = \'Pressed\'">Press</button>' });
  visits.service.line.refuse();
  visits.service.line.cut();
  const failed = page.waitForEvent('requestfailed');
  await track(page, 'first');
  await page.click('button');
  expect(await page.textContent('button')).toBe('Pressed');
  await failed;
  await page.reload();
  await untilBegun(page);
  await track(page, 'second');
  expect((await stored(page)).map(({ json }) => (JSON.parse(json) as { type: string }).type)).toEqual([
    'first',
    'second',
  ]);
  expect(await visits.service.events('/down')).toEqual([]);
  visits.service.line.resume();
  await untilSent(page);
  expect((await visits.service.events('/down')).map(({ type }) => type)).toEqual(['first', 'second']);
});

test('a response lost after the commit causes a retry, which is stored once', async () => {
  const page = await open('/swallowed');
  visits.service.line.withholdResponses();
  await track(page, 'bought');
  const [event] = await visits.service.eventsOnceThere('/swallowed', 'bought', 1);
  expect((await stored(page)).map(({ id }) => id)).toEqual([event!.message_id]);
  visits.service.line.cut();
  visits.service.line.resume();
  // The first response is lost. A retry by the snippet or by the browser empties the queue.
  await untilSent(page);
  expect(await visits.service.events('/swallowed')).toHaveLength(1);
});

test('the next page resends what the previous page could not confirm, and it counts once', async () => {
  const page = await open('/unconfirmed');
  visits.service.line.withholdResponses();
  await track(page, 'bought');
  await page.goto('about:blank');
  const [event] = await visits.service.eventsOnceThere('/unconfirmed', 'bought', 1);
  visits.service.line.cut();
  visits.service.line.resume();
  const again = page.waitForRequest((request) => request.postData()?.includes(event!.message_id) === true);
  await page.goto(addressOf('/unconfirmed-next'));
  await again;
  await untilSent(page);
  expect(await visits.service.events('/unconfirmed')).toHaveLength(1);
});

test('a request without a response times out and is retried; only one request is open at a time', async () => {
  const page = await visits.context.newPage();
  await page.clock.install();
  await page.goto(addressOf('/slow'));
  await untilBegun(page);
  visits.service.line.pauseUpstream();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await track(page, 'first');
  await page.clock.runFor(3_100);
  await waitFor(() => requested.length === 1);
  await track(page, 'second');
  await page.clock.runFor(10_000);
  expect(requested).toHaveLength(1);
  const failed = page.waitForEvent('requestfailed');
  await page.clock.runFor(3_000);
  await failed;
  visits.service.line.resume();
  await page.clock.runFor(3_000);
  await untilSent(page);
  expect((await visits.service.events('/slow')).map(({ type }) => type).sort()).toEqual(['first', 'second']);
});

test('while offline, requests fail, and the offline time does not count toward the expiry of events', async () => {
  const page = await open('/offline');
  await visits.context.setOffline(true);
  const failed = page.waitForEvent('requestfailed');
  await track(page, 'read');
  await failed;
  expect(await stored(page)).toMatchObject([{ tried: 0 }]);
  await visits.context.setOffline(false);
  await untilSent(page);
  expect(await visits.service.events('/offline')).toHaveLength(1);
});

test('events are sent if the browser wrongly reports that it is offline', async () => {
  const early = "Object.defineProperty(Navigator.prototype, 'onLine', { get: () => false })";
  const page = await open('/wrongly-offline', { early });
  await track(page, 'read');
  await visits.service.eventsOnceThere('/wrongly-offline', 'read', 1);
  await track(page, 'left');
  await leave(page);
  await visits.service.eventsOnceThere('/wrongly-offline', 'left', 1);
});

const tracing = `const original = window.fetch;
  window.fetch = (input, options = {}) => {
    const headers = new Headers(options.headers);
    for (const name of ['traceparent', 'tracestate', 'baggage', 'sentry-trace', 'x-b3-traceid', 'newrelic', 'x-datadog-origin'])
      headers.set(name, '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01');
    return original(input, { ...options, headers });
  };`;
const careless = `const original = window.fetch;
  window.fetch = (input, options) => {
    options.headers['request-id'] = 'one';
    return original(input, options);
  };`;

test.each([
  ['traced', tracing],
  ['careless', careless],
])('a page that adds headers to all requests (%s) sends its events and has experiments', async (name, early) => {
  const path = `/headers-${name}`;
  await createExperiment(visits.service.world.database, visits.service.world.demo.workspaceId, {
    name,
    targetUrl: path,
    variants: [{ id: 'only', name: 'Only', weight: 1 }],
  });
  const key = visits.service.world.demo.workspaceKey;
  await waitFor(async () => {
    const { body } = await visits.service.world.api.get(`/api/experiments/active?key=${key}`);
    return (body as { name: string }[]).some((one) => one.name === name);
  });
  const page = await open(path, { early });
  await track(page, 'shown');
  await visits.service.eventsOnceThere(path, 'shown', 1);
  await visits.service.eventsOnceThere(path, 'experiment_exposure', 1);
  await page.evaluate("apex.identify('traced.snippet@example.com')");
  await track(page, 'read');
  await untilSent(page);
  // The last events are sent when the page is left.
  await track(page, 'left');
  await leave(page);
  await visits.service.eventsOnceThere(path, 'left', 1);
});

test('two tabs keep separate queues, and one takes over the queue of a closed tab', async () => {
  const [one, two] = [await open('/tabs-1'), await open('/tabs-2')];
  visits.service.line.refuse();
  visits.service.line.cut();
  await Promise.all([track(one, 'one'), track(two, 'two')]);
  await waitFor(async () => (await stored(one)).length === 2);
  await leave(one);
  visits.service.line.resume();
  const three = await open('/tabs-3');
  await track(three, 'three');
  await untilSent(three);
  expect((await visits.service.events('/tabs')).map(({ type }) => type).sort()).toEqual(['one', 'three', 'two']);
});

test.each([429, 503])('after %s it waits as long as the API requires', async (status) => {
  const page = await visits.context.newPage();
  await page.clock.install();
  await page.goto(addressOf(`/asked-${status}`));
  await untilBegun(page);
  let refused = 0;
  await page.route('**/api/events', async (route) => {
    refused += 1;
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-expose-headers': 'Retry-After',
      'retry-after': '120',
    };
    await route.fulfill({ status, headers, body: '{}' });
  });
  await track(page, 'patient');
  await page.clock.runFor(3_100);
  await waitFor(() => refused === 1);
  await waitFor(async () =>
    /"tried":0/.test(String(await page.evaluate('JSON.stringify(localStorage)')).replaceAll('\\', '')),
  );
  await page.clock.runFor(110_000);
  expect(refused).toBe(1);
  await page.unroute('**/api/events');
  await page.clock.runFor(11_000);
  await untilSent(page);
  expect(await visits.service.events(`/asked-${status}`)).toHaveLength(1);
});

test('a permanent refusal drops the event and logs one line to the console', async () => {
  const { body } = await visits.service.world.api.get('/api/apex-js/none.js');
  const version = /version is (\w+) with/.exec(body.error)?.[1] ?? '';
  const address = addressOf('/refused', {
    tags: 'version',
    version,
    attributes: `data-key="svc_pk_nobody" data-auto="off" data-api="http://${visits.service.line.address}"`,
  });
  const page = await visits.context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') lines.push(message.text());
  });
  await page.goto(address);
  await untilBegun(page);
  for (const type of ['first', 'second']) {
    const refusal = page.waitForResponse((one) => one.status() === 401 && one.url().endsWith('/api/events'));
    await track(page, type);
    await sendNow(page);
    await refusal;
    await untilSent(page);
  }
  await waitFor(() => lines.length > 0, { what: 'the line' });
  expect(lines).toEqual(['apex: API status 401; events are dropped']);
});

test('many events are sent in batches, and large events in as many requests as needed', async () => {
  const page = await open('/many');
  const sizes: number[] = [];
  page.on('request', (request) => sizes.push((JSON.parse(request.postData() ?? '') as { events: [] }).events.length));
  await page.evaluate("for (let i = 0; i < 250; i += 1) apex.track('small', { i })");
  await untilSent(page);
  expect(sizes).toEqual([100, 100, 50]);
  await page.evaluate("for (let i = 0; i < 8; i += 1) apex.track('large', { text: 'ü'.repeat(10000) })");
  await untilSent(page);
  const numbers = (await visits.service.events('/many', 'small')).map(({ data }) => Number(data['i']));
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 250 }, (_, index) => index));
  expect(await visits.service.events('/many', 'large')).toHaveLength(8);
});

test('events too large to send when a page closes are sent by the next page', async () => {
  const page = await open('/parting');
  await page.evaluate(`for (let i = 0; i < 8; i += 1) apex.track('large', { text: 'x'.repeat(20000) });
    location.href = 'about:blank'`);
  await page.waitForURL('about:blank');
  await visits.service.eventsOnceThere('/parting', 'large', 2);
  await page.goto(addressOf('/parting-next'));
  await untilBegun(page);
  await untilSent(page);
  expect(await visits.service.events('/parting', 'large')).toHaveLength(8);
});

test('a response that arrives after the page was left does not block its queue for the next page', async () => {
  const page = await open('/answered-late');
  const waitingFor = (): Promise<unknown> =>
    page.evaluate(`Object.keys(localStorage).filter((name) => name.startsWith('apex_q_'))
      .map((name) => JSON.parse(localStorage[name])).map(({ until, items }) => [items.length, until > Date.now()])`);
  let requests = 0;
  // The first request succeeds; the second one stays open.
  await page.route('**/api/events', async (route) => {
    requests += 1;
    if (requests === 1)
      await route.fulfill({ status: 202, headers: { 'access-control-allow-origin': '*' }, body: '{}' });
  });
  await page.evaluate(`for (let i = 0; i < 8; i += 1) apex.track('large', { text: 'x'.repeat(20000) });
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))`);
  await waitFor(() => requests === 2);
  expect(await waitingFor()).toEqual([[6, false]]);
  await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
  expect(await waitingFor()).toEqual([[6, true]]);
});

test('a thousand events are kept, and older ones are dropped', async () => {
  const page = await open('/bounded');
  await visits.context.setOffline(true);
  await page.evaluate("for (let i = 0; i < 1050; i += 1) apex.track('small', { i })");
  await waitFor(async () => (await stored(page)).length === 1_000);
  await visits.context.setOffline(false);
  await untilSent(page);
  const numbers = (await visits.service.events('/bounded')).map(({ data }) => Number(data['i']));
  expect([numbers.length, Math.min(...numbers), Math.max(...numbers)]).toEqual([1_000, 50, 1_049]);
});

test('an event that cannot be sent does not affect others, and calls never throw', async () => {
  const page = await open('/odd');
  const thrown = await page.evaluate(`(() => {
    const circle = {}; circle.self = circle;
    let deep = {}; for (let i = 0; i < 60; i += 1) deep = { deep };
    const calls = [
      () => apex.track('good-1', { half: 'a\\ud800b', nul: 'a\\u0000b', slash: '\\\\ud800', time: new Date(0) }),
      () => apex.track('circle', circle), () => apex.track('deep', deep), () => apex.track('big', { n: 1n }),
      () => apex.track('large', { text: 'x'.repeat(33000) }), () => apex.track(), () => apex.track(''), () => apex.track(7),
      () => apex.track('x'.repeat(201)), () => apex.track('good-2', 'text'), () => apex.track('good-3', null),
      () => apex.track('good-4', { get trap() { throw new Error('trap'); } }), () => apex.identify(), () => apex.identify('nobody'),
      () => apex.track('good-5', { text: 'ü'.repeat(15000) }),
    ];
    return calls.filter((call) => { try { call(); return false } catch { return true } }).length;
  })()`);
  expect(thrown).toBe(0);
  await untilSent(page);
  const events = await visits.service.events('/odd');
  expect(events.map(({ type }) => type).sort()).toEqual(['good-1', 'good-2', 'good-3', 'good-5']);
  expect(events.find(({ type }) => type === 'good-1')?.data).toEqual({
    half: 'a\ufffdb',
    nul: 'a\ufffdb',
    slash: '\\ud800',
    time: '1970-01-01T00:00:00.000Z',
  });
});

test('an event with an unknown outcome after 23 hours is not sent again', async () => {
  const page = await open('/uncertain');
  const item = (type: string, hours: number): object => ({
    id: `${type}-${visits.service.site.port}`,
    path: '/api/events',
    json: JSON.stringify({ type, visitorId: 'uncertain-1', url: addressOf('/uncertain'), messageId: type }),
    tried: hours === 0 ? 0 : Date.now() - hours * 3_600_000,
  });
  const queue = { until: 0, items: [item('lost', 23.1), item('late', 22.9), item('untried', 0)] };
  const name = `apex_q_${visits.service.world.demo.workspaceKey}_gone`;
  await page.evaluate(`localStorage.setItem('${name}', ${JSON.stringify(JSON.stringify(queue))})`);
  await page.reload();
  await untilBegun(page);
  await visits.service.eventsOnceThere('/uncertain', 'untried', 1);
  await untilSent(page);
  expect((await visits.service.events('/uncertain')).map(({ type }) => type).sort()).toEqual(['late', 'untried']);
});

test('identify links the visitor to a lead, also if the API was unavailable', async () => {
  const page = await open('/identify');
  visits.service.line.refuse();
  visits.service.line.cut();
  await page.evaluate("apex.identify(' Ada.Snippet@Example.com '); apex.track('joined')");
  const visitor = await page.evaluate('apex.visitorId()');
  await page.waitForEvent('requestfailed');
  visits.service.line.resume();
  await untilSent(page);
  const [link] = await visits.service.world
    .database('visitor_links')
    .join('end_users', 'end_users.id', 'visitor_links.end_user_id')
    .where('visitor_links.visitor_id', String(visitor))
    .select('end_users.email');
  expect(link).toEqual({ email: 'ada.snippet@example.com' });
  expect(await visits.service.events('/identify', 'joined')).toHaveLength(1);
});

test('several people identified on one page are linked in order', async () => {
  const page = await open('/identify-both');
  const linked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/identity/stitch'))
      linked.push((JSON.parse(request.postData() ?? '') as { email: string }).email);
  });
  const visitors: string[] = await page.evaluate(`(() => {
    apex.identify('first.snippet@example.com');
    const first = apex.visitorId();
    apex.reset();
    apex.identify('second.snippet@example.com');
    return [first, apex.visitorId()];
  })()`);
  await untilSent(page);
  expect(linked).toEqual(['first.snippet@example.com', 'second.snippet@example.com']);
  const links = await visits.service.world
    .database('visitor_links')
    .join('end_users', 'end_users.id', 'visitor_links.end_user_id')
    .whereIn('visitor_links.visitor_id', visitors)
    .select('visitor_links.visitor_id', 'end_users.email');
  expect(new Map(links.map((link) => [link.visitor_id, link.email]))).toEqual(
    new Map(visitors.map((visitor, index) => [visitor, linked[index]])),
  );
});

test('an address in a marked field links the visitor when the form is submitted', async () => {
  const page = await open('/newsletter', {
    attributes: `data-api="http://${visits.service.line.address}"`,
    body: `<form onsubmit="return false"><input name="other" type="email" value="other@example.com">
      <input name="email" type="email" required data-apex-identify value="grace.snippet@example.com"><button>Join</button></form>`,
  });
  const visitor = await page.evaluate('apex.visitorId()');
  await page.click('button');
  await leave(page);
  await visits.service.eventsOnceThere('/newsletter', 'form_submit', 1);
  const emails = await waitFor(async () => {
    const rows = await visits.service.world
      .database('visitor_links')
      .join('end_users', 'end_users.id', 'visitor_links.end_user_id')
      .where('visitor_links.visitor_id', String(visitor))
      .pluck('end_users.email');
    return rows.length > 0 && rows;
  });
  expect(emails).toEqual(['grace.snippet@example.com']);
});
