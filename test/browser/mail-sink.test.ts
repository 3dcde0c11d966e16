import type { Browser } from 'playwright-core';
import type { RunningMail } from '../../dev/mail';
import { temporaryFolder } from '../dev/temporary-folder';
import { launchBrowser } from '../support/browser';
import { readSink } from '../support/mail-sink';
import { sendToSink, startOwnSink } from '../support/own-mail-sink';
import { waitFor } from '../support/wait-for';

const root = temporaryFolder();
let browser: Browser;
let sink: RunningMail;

beforeAll(async () => {
  [browser, sink] = await Promise.all([launchBrowser(), startOwnSink(root)]);
});

afterAll(async () => {
  await browser?.close();
  await sink?.stop();
});

const attack = `<h1>Reset your password</h1><a href="http://127.0.0.1:${'PORT'}/health-check">Go</a>
  <script>parent.document.title = 'taken over'; fetch('/clear-store', { method: 'post' });</script>
  <img src="data:," onerror="parent.document.title = 'taken over'"><svg onload="top.location = 'about:blank'"></svg>
  <iframe src="javascript:parent.parent.document.title = 'taken over'"></iframe>
  <form action="/clear-store" method="post"><button id="clear">Clear</button></form>`;

test('a message is shown, and no code in it runs', async () => {
  await sendToSink(sink.url, { subject: 'Reset <b>now</b>', html: attack.replace('PORT', String(sink.port)) });
  const page = await browser.newPage();
  const requested: string[] = [];
  page.on('request', (request) => requested.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await page.goto(sink.url);
  await page.click('text=Reset <b>now</b>');
  const frame = page.frameLocator('iframe');
  expect(await frame.locator('h1').textContent()).toBe('Reset your password');
  // A button in a message cannot submit a form.
  await frame.locator('#clear').click();
  const [opened] = await Promise.all([page.waitForEvent('popup'), frame.locator('a').click()]);
  await opened.waitForLoadState();
  expect(new URL(opened.url()).pathname).toBe('/health-check');
  expect(await page.title()).toBe('Reset <b>now</b>');
  expect(new URL(page.url()).pathname).toMatch(/^\/messages\//);
  expect(requested.filter((line) => line.startsWith('POST'))).toEqual([]);
  expect(await readSink(sink.url)).toHaveLength(1);

  await page.click('text=All messages');
  await page.click('text=Clear');
  await waitFor(async () => (await readSink(sink.url)).length === 0);
  expect(await page.textContent('main, body')).toContain('No messages yet.');
});

test('the source of a message, opened separately, runs no code either', async () => {
  const id = await sendToSink(sink.url, { html: "<script>document.title = 'ran'</script><h1>Hello</h1>" });
  const page = await browser.newPage();
  await page.goto(`${sink.url}/messages/${id}/html`);
  expect(await page.textContent('h1')).toBe('Hello');
  expect(await page.title()).toBe('');
  await page.close();
});

test('a page of another site can neither clear nor read the stored messages', async () => {
  await sendToSink(sink.url);
  const page = await browser.newPage();
  const [before] = await readSink(sink.url);
  // Another host name for the same machine is another site.
  await page.route('http://mallory.test/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Hi</p>' }));
  await page.goto('http://mallory.test/');
  const attempt = (path: string, method: string) =>
    page.evaluate(`fetch('${sink.url}${path}', { method: '${method}' }).then((r) => r.text(), () => 'unreadable')`);
  expect(await attempt('/store', 'GET')).toBe('unreadable');
  expect(await attempt('/clear-store', 'POST')).toBe('unreadable');
  expect(await readSink(sink.url)).toContainEqual(before);
});
