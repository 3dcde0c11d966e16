import type { BrowserContext } from 'playwright-core';
import { compileConversions } from '../../domain/conversions/match';
import { untilInPage } from '../support/browser';
import { leave, openPage, pageAddress } from '../support/snippet-site';
import { waitFor } from '../support/wait-for';
import { createSnippetWorld, type SnippetWorld } from '../support/snippet-world';
import { createExperiment } from '../support/workspaces';

let service: SnippetWorld;
let context: BrowserContext;
let problems: string[];

/** Patches the first paragraph of the pages with this pattern. Created before a page opens. */
const patchOn = (targetUrl: string, title: string): Promise<unknown> =>
  createExperiment(service.world.database, service.world.demo.workspaceId, {
    name: title,
    targetUrl,
    variants: [
      {
        id: 'only',
        name: 'Only',
        weight: 1,
        patch: { selector: 'p', action: 'set', attribute: 'title', value: title },
      },
    ],
  });

beforeAll(async () => {
  service = await createSnippetWorld();
  await patchOn('/navigation-three', 'three');
  await patchOn('/routes#/pricing', 'pricing');
  ({ context, problems } = await service.newProfile());
});

afterAll(async () => {
  expect(problems).toEqual([]);
  await service.stop();
});

const open = (path: string, wishes: Record<string, string> = {}) =>
  openPage(context, pageAddress(service.site, path, wishes));

test('loading a page records one pageview for the visitor in the cookie', async () => {
  const page = await open('/plain', { title: 'Plain' });
  await leave(page);
  const [event] = await service.eventsOnceThere('/plain', 'pageview', 1);
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'apex_vid');
  expect(event).toMatchObject({
    url: pageAddress(service.site, '/plain', { title: 'Plain' }),
    referrer: null,
    visitor_id: cookie?.value,
    data: { title: 'Plain', language: 'en-US', screenWidth: 1280 },
  });
  expect(cookie).toMatchObject({ sameSite: 'Lax', httpOnly: false });
  expect(cookie!.expires - Date.now() / 1_000).toBeGreaterThan(360 * 86_400);
});

test('history changes and the back button record pageviews; the same URL and fragment changes do not', async () => {
  const page = await open('/spa-0');
  await page.evaluate("history.pushState({}, '', '/spa-1#secret'); document.title = 'Second'");
  await service.eventsOnceThere('/spa-1', 'pageview', 1);
  await page.evaluate(`
    history.replaceState({}, '', '/spa-1#other');
    location.hash = 'third';
    history.pushState({}, '', '/spa-1');
    history.replaceState({}, '', '/spa-2');
    history.pushState({}, '', '/spa-3');
  `);
  await page.goBack();
  await page.waitForURL('**/spa-2');
  await leave(page);
  await service.eventsOnceThere('/spa-2', 'pageview', 2);
  const views = (await service.events('/spa-', 'pageview')).map(({ url, referrer }) => [
    new URL(url).pathname + new URL(url).hash,
    referrer && new URL(referrer).pathname,
  ]);
  expect(views).toEqual([
    ['/spa-0', null],
    ['/spa-1', '/spa-0'],
    ['/spa-2', '/spa-1'],
    ['/spa-3', '/spa-2'],
    ['/spa-2', '/spa-3'],
  ]);
  expect((await service.events('/spa-1', 'pageview'))[0]!.data['title']).toBe('Second');
});

test('with data-hash, the fragment distinguishes pages', async () => {
  const page = await open('/hash', { attributes: 'data-hash' });
  await page.evaluate("location.hash = '#/inbox'");
  await leave(page);
  const [first, second] = await service.eventsOnceThere('/hash', 'pageview', 2);
  expect([new URL(first!.url).hash, new URL(second!.url).hash]).toEqual(['', '#/inbox']);
});

test('a navigation through the Navigation API is a new pageview, and experiments are evaluated again', async () => {
  const page = await open('/navigation-one', { body: '<p>Hello</p><a href="/navigation-two">Two</a>' });
  await page.evaluate("navigation.addEventListener('navigate', (event) => event.intercept({ handler() {} }))");
  await page.click('a');
  await page.waitForURL('**/navigation-two');
  await page.evaluate("navigation.navigate('/navigation-three').finished.then(() => undefined)");
  await page.waitForSelector('p[title=three]');
  await page.evaluate("navigation.navigate('/navigation-two').finished.then(() => undefined)");
  await page.waitForSelector('p:not([title])');
  await leave(page);
  await service.eventsOnceThere('/navigation-two', 'pageview', 2);
  const views = (await service.events('/navigation-', 'pageview')).map(({ url, referrer }) => [
    new URL(url).pathname,
    referrer && new URL(referrer).pathname,
  ]);
  expect(views).toEqual([
    ['/navigation-one', null],
    ['/navigation-two', '/navigation-one'],
    ['/navigation-three', '/navigation-two'],
    ['/navigation-two', '/navigation-three'],
  ]);
});

test.each(['data-hash', ''])('an experiment on a fragment follows it, with the attribute "%s"', async (attributes) => {
  const page = await open('/routes', { attributes });
  for (const [route, selector] of [
    ['#/home', 'p:not([title])'],
    ['#/pricing', 'p[title=pricing]'],
    ['#/other', 'p:not([title])'],
    ['#/pricing?plan=pro', 'p[title=pricing]'],
  ]) {
    await page.evaluate(`location.hash = '${route}'`);
    await page.waitForSelector(selector!);
  }
  await page.close();
});

test('a page restored from the back/forward cache records another pageview', async () => {
  const page = await open('/kept');
  await page.evaluate('window.marked = true');
  await page.goto(pageAddress(service.site, '/kept-next'));
  await service.eventsOnceThere('/kept-next', 'pageview', 1);
  await page.goBack({ waitUntil: 'commit' });
  // The mark shows that the page was restored and not loaded again.
  expect(await page.evaluate('window.marked')).toBe(true);
  await service.eventsOnceThere(`${service.site.origin}/kept`, 'pageview', 3);
  const paths = (await service.events('/kept', 'pageview')).map(({ url }) => new URL(url).pathname);
  expect(paths).toEqual(['/kept', '/kept-next', '/kept']);
  await page.close();
});

test('clicks on links and buttons describe the element, without queries, field values or addresses', async () => {
  const page = await open('/clicks', {
    body: `<form id="signup" onsubmit="return false"><button class="primary md:w-1/2" type="button">Buy
        now ${'very '.repeat(40)}</button><input type="submit" value="Go"><input name="secret"></form>
      <div role="button" id="fancy"><b>Inner</b></div>
      <a id="link" href="https://other.example/path?token=s3cret#frag" onclick="event.preventDefault()">ada@example.com wrote</a>
      <a id="mail" href="mailto:ada@example.com" onclick="event.preventDefault()">Write</a>
      <button id="edit"><span contenteditable="true">typed words</span></button>
      <div data-apex-ignore><button id="ignored">Ignored</button></div>
      <button id="stopped" onclick="event.stopPropagation()">Stopped</button>
      <p id="plain">No button</p>`,
  });
  for (const selector of [
    '.primary',
    'input[type=submit]',
    'input[name=secret]',
    '#fancy b',
    '#link',
    '#mail',
    '#edit',
  ])
    await page.click(selector, { position: { x: 3, y: 3 } });
  for (const selector of ['#ignored', '#plain', '#stopped']) await page.click(selector);
  const selected = String.raw`document.querySelector('main > form#signup > button.primary.md\\:w-1\\/2').className`;
  expect(await page.evaluate(selected)).toBe('primary md:w-1/2');
  await leave(page);
  const clicks = (await service.eventsOnceThere('/clicks', 'click', 7)).map(({ data }) => data);
  expect(clicks).toHaveLength(7);
  expect(clicks[0]).toEqual({
    tag: 'button',
    text: `Buy now ${'very '.repeat(40)}`.slice(0, 100),
    classes: ['primary', 'md:w-1/2'],
    path: 'main > form#signup > button.primary.md\\:w-1\\/2',
  });
  expect(clicks[1]).toEqual({ tag: 'input', classes: [], path: 'main > form#signup > input' });
  expect(clicks[2]).toMatchObject({ tag: 'div', id: 'fancy', text: 'Inner', path: 'main > div#fancy' });
  expect(clicks[3]).toMatchObject({ tag: 'a', id: 'link', text: '… wrote', href: 'https://other.example/path' });
  expect(clicks[4]).toMatchObject({ id: 'mail', href: 'mailto:', text: 'Write' });
  expect(clicks[5]).toEqual({ tag: 'button', id: 'edit', classes: [], path: 'main > button#edit' });
  expect(clicks[6]).toMatchObject({ id: 'stopped' });
});

test('the path of a deep element, or one among long names, is shortened from the start', async () => {
  const nested = (count: number, tag: string, inner: string): string =>
    Array.from({ length: count }, () => tag).reduceRight((within, one) => `<${one}>${within}</div>`, inner);
  const long = `div class="${'x'.repeat(290)} ${'y'.repeat(290)}"`;
  const page = await open('/deep', {
    body: `<section class="offer">${nested(12, 'div', '<button id="within">Buy</button>')}</section>
      <section class="offer">${nested(40, 'div', '<button id="beyond">Buy</button>')}</section>
      ${nested(5, long, '<button id="among">Buy</button>')}
      <button id="${'z'.repeat(2_100)}">Buy</button>`,
  });
  for (const button of await page.$$('button')) await button.click();
  await leave(page);
  const clicks = (await service.eventsOnceThere('/deep', 'click', 4)).map(({ data }) => String(data['path']));
  const step = `div.${'x'.repeat(290)}.${'y'.repeat(290)} > `;
  expect(clicks).toEqual([
    `main > section.offer > ${'div > '.repeat(12)}button#within`,
    `${'div > '.repeat(29)}button#beyond`,
    `${step.repeat(3)}button#among`,
    // The id is too long for a path, so the path is empty.
    '',
  ]);
});

test('a click in a shadow root counts for the button inside', async () => {
  const page = await open('/shadow', { body: '<x-box></x-box>' });
  await page.evaluate(`
    document.querySelector('x-box').attachShadow({ mode: 'open' }).innerHTML = '<button id="deep">Deep</button>';
  `);
  await page.click('#deep');
  await leave(page);
  const [click] = await service.eventsOnceThere('/shadow', 'click', 1);
  expect(click!.data).toMatchObject({ id: 'deep', text: 'Deep' });
});

test('clicks and submits in shadow roots are collected, except in an ignored element', async () => {
  const page = await open('/components', {
    body: `<x-icon-button></x-icon-button><x-link><b id="label">Read</b></x-link><x-private data-apex-ignore></x-private>
      <x-cover><button id="covered">Covered</button></x-cover><x-form class="wide"></x-form>
      <x-frame><form id="slotted" onsubmit="return false"><button>Send slotted</button></form></x-frame>
      <button id="masked">Pay <span data-apex-ignore>4111 1111</span></button>`,
  });
  await page.evaluate(`{
    const content = {
      'x-icon-button': '<x-icon></x-icon>',
      'x-link': '<a href="/read" onclick="event.preventDefault()"><slot></slot></a>',
      'x-private': '<a href="/secret" onclick="event.preventDefault()">Secret</a><x-form></x-form>',
      'x-cover': '<div data-apex-ignore><slot></slot></div>',
      'x-frame': '<section><slot></slot></section>',
    };
    const fill = (host, html) => (host.attachShadow({ mode: 'open' }).innerHTML = html);
    for (const name of Object.keys(content)) fill(document.querySelector(name), content[name]);
    const button = document.createElement('button');
    button.id = 'icon-button';
    document.querySelector('x-icon-button').shadowRoot.prepend(button);
    button.append(document.querySelector('x-icon-button').shadowRoot.querySelector('x-icon'));
    fill(button.firstChild, '<i id="icon">*</i>');
    const form = '<form action="/send" onsubmit="return false"><input data-apex-identify value="shadow.snippet@example.com"><button>Send</button></form>';
    fill(document.querySelector('x-form'), form);
    fill(document.querySelector('x-private').shadowRoot.querySelector('x-form'), form.replace('/send', '/secret'));
  }`);
  for (const selector of ['#icon', '#label', 'x-private a', '#covered', 'main > x-form button', 'x-private button']) {
    await page.click(selector);
  }
  await page.focus('main > x-form input');
  await page.keyboard.press('Enter');
  await page.click('#slotted button');
  await page.click('#masked', { position: { x: 5, y: 5 } });
  await leave(page);
  const clicks = (await service.eventsOnceThere('/components', 'click', 6)).map(({ data }) => data);
  expect(clicks.map(({ tag, id, href, text, path }) => [tag, id ?? href, text, path])).toEqual([
    ['button', 'icon-button', undefined, 'main > x-icon-button > button#icon-button'],
    ['a', `${service.site.origin}/read`, undefined, 'main > x-link > a'],
    ['button', undefined, 'Send', 'main > x-form.wide > form > button'],
    // Enter in a field clicks the button.
    ['button', undefined, 'Send', 'main > x-form.wide > form > button'],
    ['button', undefined, 'Send slotted', 'main > x-frame > form#slotted > button'],
    ['button', 'masked', undefined, 'main > button#masked'],
  ]);
  const submits = (await service.eventsOnceThere('/components', 'form_submit', 3)).map(({ data }) => data);
  expect(submits.map(({ action, path }) => [action, path])).toEqual([
    ['/send', 'main > x-form.wide > form'],
    ['/send', 'main > x-form.wide > form'],
    ['/components', 'main > x-frame > form#slotted'],
  ]);
});

test('downloads are links to files, also by middle click, and links marked as downloads', async () => {
  const page = await open('/downloads', {
    body: `<a id="pdf" href="/files/Price%20List.PDF?for=ada">Prices</a><a id="named" download href="/files/data">Data</a>
      <a id="page" href="/files/page.html">Page</a><a id="blob" download="Report.XLSX">Report</a>
      <a id="odt" href="/files/letter.odt">Letter</a><a id="mail" href="mailto:ada@example.com">Mail</a>`,
  });
  await page.evaluate("document.querySelector('#blob').href = URL.createObjectURL(new Blob(['text']))");
  await page.click('#pdf');
  await page.click('#pdf', { button: 'middle' });
  await page.click('#named');
  await page.click('#blob');
  await page.click('#odt');
  await page.click('#mail');
  await page.click('#page');
  const downloads = (await service.eventsOnceThere('/downloads', 'file_download', 5)).map(({ data }) => data);
  const pdf = { href: `${service.site.origin}/files/Price%20List.PDF`, extension: 'pdf', text: 'Prices' };
  expect(downloads).toEqual([
    pdf,
    pdf,
    { href: `${service.site.origin}/files/data`, extension: '', text: 'Data' },
    { href: 'blob:', extension: 'xlsx', text: 'Report' },
    { href: `${service.site.origin}/files/letter.odt`, extension: 'odt', text: 'Letter' },
  ]);
  await service.eventsOnceThere('/downloads', 'click', 7);
  await Promise.all(context.pages().map((one) => one.close()));
});

test('valid submits are counted, and no field value is sent', async () => {
  const page = await open('/forms', {
    body: `<form id="contact" name="contact-us" action="/send?token=s3cret" target="sink"><input name="id" value="field-secret">
        <input name="action" value="field-secret"><input type="password" value="field-secret"><input id="mail" type="email" required>
        <textarea>field-secret</textarea><button>Send</button></form>
      <form id="novalidate" novalidate onsubmit="return false"><input type="email" value="no address"><button>Send</button></form>
      <iframe name="sink"></iframe>`,
  });
  await page.click('#contact button');
  await page.click('#novalidate button');
  await page.goto(
    pageAddress(service.site, '/forms', {
      body: `<form id="contact" class="wide form" name="contact-us" action="/send?token=s3cret" target="sink"><input name="action" value="field-secret">
        <input type="email" required value="field-secret@example.com"><button>Send</button></form><iframe name="sink"></iframe>`,
    }),
  );
  await page.click('#contact button');
  await leave(page);
  const submits = await service.eventsOnceThere('/forms', 'form_submit', 1);
  expect(submits.map(({ data }) => data)).toEqual([
    { id: 'contact', name: 'contact-us', action: '/send', classes: ['wide', 'form'], path: 'main > form#contact' },
  ]);
});

test("a form's target follows the page's base URL, and the submit counts if that URL is invalid", async () => {
  const page = await open('/actions', {
    head: '<base href="/shop/">',
    body: `<form id="relative" action="send"></form><form id="own"></form><form id="mail" action="mailto:ada@example.com"></form>
      <form id="nowhere" action="http://["><input type="email" data-apex-identify value="nowhere.snippet@example.com"></form>`,
  });
  await page.evaluate(`for (const form of document.forms) {
    form.addEventListener('submit', (event) => event.preventDefault());
    form.requestSubmit();
  }`);
  const visitor = await page.evaluate('apex.visitorId()');
  await leave(page);
  const submits = await service.eventsOnceThere('/actions', 'form_submit', 4);
  expect(submits.map(({ data }) => [data['id'], data['action']])).toEqual([
    ['relative', '/shop/send'],
    ['own', '/actions'],
    ['mail', 'mailto:'],
    ['nowhere', undefined],
  ]);
  await waitFor(async () => {
    const links = await service.world.database('visitor_links').where({ visitor_id: String(visitor) });
    return links.length === 1;
  });
});

test('engaged time counts visible and focused time, in parts that add up', async () => {
  const page = await context.newPage();
  await page.clock.install();
  // Not engaged until the clock is paused, so that no real time counts.
  await page.addInitScript('Document.prototype.hasFocus = () => false');
  await page.goto(pageAddress(service.site, '/engaged-a'));
  await untilInPage(page, 'typeof window.apex?.visitorId === "function"');
  await page.clock.pauseAt(Date.now() + 60_000);
  const setFocus = (has: boolean) =>
    page.evaluate(`Document.prototype.hasFocus = () => ${has}; dispatchEvent(new Event('${has ? 'focus' : 'blur'}'))`);
  const setVisible = (state: string) =>
    page.evaluate(`
      Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `);
  await page.clock.runFor(10_000);
  await setFocus(true);
  await page.clock.runFor(70_000);
  await setFocus(false);
  await page.clock.runFor(100_000);
  await setFocus(true);
  await page.clock.runFor(8_000);
  await page.evaluate("history.pushState({}, '', '/engaged-b')");
  await page.clock.runFor(4_000);
  await setVisible('hidden');
  await page.clock.runFor(50_000);
  await setVisible('visible');
  await page.clock.runFor(2_000);
  await page.goto(pageAddress(service.site, '/engaged-c'));
  // This page resends what the previous page could not confirm, in real time.
  await page.clock.resume();
  const total = async (path: string): Promise<number> =>
    (await service.events(path, 'engaged_time')).reduce((sum, { data }) => sum + Number(data['seconds']), 0);
  await service.eventsOnceThere('/engaged-b', 'engaged_time', 2);
  await waitFor(async () => (await total('/engaged-a')) >= 77 && (await total('/engaged-b')) >= 5, {
    what: 'the times of both pages',
  });
  expect((await service.events('/engaged-a', 'engaged_time')).length).toBeGreaterThanOrEqual(3);
  // The pages' clock only moves when the test advances it.
  expect(Math.round(await total('/engaged-a'))).toBe(78);
  expect(Math.round(await total('/engaged-b'))).toBe(6);
  for (const path of ['/engaged-a', '/engaged-b']) {
    let tenths = 0;
    // The pages' clock jumps, and so do the service's event times, so they cannot define the order.
    const parts = (await service.events(path, 'engaged_time')).map(({ data }) => data);
    for (const part of parts.sort((a, b) => Number(a['totalSeconds']) - Number(b['totalSeconds']))) {
      tenths += Math.round(Number(part['seconds']) * 10);
      expect(part['totalSeconds']).toBe(tenths / 10);
    }
  }
  await page.close();
});

test('a stay of more than a minute completes a matching conversion once', async () => {
  const { body } = await service.world.api.post('/api/conversion-goals', {
    name: 'A minute',
    type: 'engaged_time',
    targetUrl: '/stay',
    conditions: { seconds: 60 },
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(pageAddress(service.site, '/stay'));
  await untilInPage(page, 'typeof window.apex?.visitorId === "function"');
  await page.evaluate("document.hasFocus = () => true; dispatchEvent(new Event('focus'))");
  await page.clock.runFor(45_000);
  const first = await page.evaluate('apex.visitorId()');
  // One visitor's time does not count for the next visitor.
  await page.evaluate('apex.reset()');
  await page.clock.runFor(130_000);
  const second = await page.evaluate('apex.visitorId()');
  await page.goto(pageAddress(service.site, '/stay-next'));
  const match = compileConversions([body]);
  const completions = (await service.eventsOnceThere('/stay', 'engaged_time', 6))
    .filter((event) => match(event).length > 0)
    .map((event) => event.visitor_id);
  expect(first).not.toBe(second);
  expect(completions).toEqual([second]);
  await page.close();
});

test('with data-auto="off" only explicit calls are recorded', async () => {
  const page = await open('/manual', { attributes: 'data-auto="off"', body: '<button>Press</button>' });
  await page.click('button');
  await page.evaluate("history.pushState({}, '', '/manual-2')");
  await page.evaluate("apex.track('told', { plan: 'pro' })");
  await leave(page);
  await service.eventsOnceThere('/manual-2', 'told', 1);
  expect((await service.events('/manual')).map(({ type, data }) => [type, data])).toEqual([['told', { plan: 'pro' }]]);
});
