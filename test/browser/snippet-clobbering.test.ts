import { leave, untilBegun } from '../support/snippet-site';
import { aroundSnippetTests } from '../support/snippet-visits';
import { waitFor } from '../support/wait-for';
import { createExperiment } from '../support/workspaces';

/** Pages that show HTML written by a visitor, with elements named after members that the snippet uses. */

const visits = aroundSnippetTests();

const mallory = 'http://mallory.test';
const takeover = `data-api="${mallory}" data-key="svc_pk_mallory" src="${mallory}/api/apex-js"`;

/** Members of `document` that the snippet uses. */
const members = [
  ...['currentScript', 'querySelector', 'querySelectorAll', 'createElement', 'addEventListener'],
  ...['cookie', 'referrer', 'title', 'baseURI', 'visibilityState', 'hasFocus', 'prerendering'],
  ...['head', 'body', 'documentElement', 'forms', 'scripts', 'defaultView'],
];
/** One image hides a member behind itself, two behind a collection, and a frame behind its window. */
const images = members.map((name) => `<img name="${name}" ${takeover}>`).join('');
const collections = members.map((name) => `<img name="${name}"><form name="${name}"></form>`).join('');
const frames = members.map((name) => `<iframe name="${name}"></iframe>`).join('');

/**
 * Members of `window` that the snippet uses. Elements may have these names, and the snippet must not find them there.
 */
const globals = [
  ...['apexSettings', 'addEventListener', 'removeEventListener', 'localStorage', 'fetch', 'location', 'history'],
  ...['navigator', 'crypto', 'performance', 'Document', 'HTMLFormElement', 'Element', 'Reflect', 'Object', 'CSS'],
  ...['constructor', 'hasOwnProperty', 'setTimeout', 'AbortSignal', 'MutationObserver', 'screen', 'URL'],
]
  .map((name) => `<a id="${name}" ${takeover}></a>`)
  .join('');

const form = `<form id="signup" class="wide" action="/send">
  ${[
    'closest',
    'matches',
    'elements',
    'classList',
    'localName',
    'parentElement',
    'parentNode',
    'assignedSlot',
    'querySelector',
    'bind',
    'getAttribute',
    'id',
    'name',
    'action',
  ]
    .map((name) => `<input name="${name}" value="field-secret">`)
    .join('')}
  <input type="email" data-apex-identify value="ada.clobbered@example.com"><button type="button">Go</button></form>`;

// Created before a page opens, because the service caches the list of experiments for some seconds.
let experiment: { id: string };
beforeAll(async () => {
  experiment = await createExperiment(visits.service.world.database, visits.service.world.demo.workspaceId, {
    name: 'Clobbered',
    targetUrl: '/clobbered-*',
    variants: [
      {
        id: 'only',
        name: 'Only',
        weight: 1,
        css: 'main { color: rgb(0, 0, 255) }',
        patch: { selector: 'p', action: 'set', attribute: 'html', value: '<b>Changed</b>' },
      },
    ],
  });
});

test.each([
  ['images', images + globals],
  ['collections', collections],
  ['frames', frames],
])('elements named after members of the document (%s) change nothing', async (kind, head) => {
  const path = `/clobbered-${kind}`;
  const requested: string[] = [];
  visits.context.on('request', (request) => requested.push(request.url()));
  const page = await visits.context.newPage();
  await page.goto(
    visits.addressOf(path, { title: 'Shop', head, body: `<p>Before</p><div role="button" id="around">${form}</div>` }),
    {
      referer: `${visits.service.site.origin}/before`,
      waitUntil: 'domcontentloaded',
    },
  );
  await untilBegun(page);
  const query = (selector: string): string => `Document.prototype.querySelector.call(document, '${selector}')`;
  await waitFor(async () => (await page.evaluate(`${query('p')}.textContent`)) === 'Changed');
  expect(await page.evaluate(`getComputedStyle(${query('main')}).color`)).toBe('rgb(0, 0, 255)');
  const visitor = String(await page.evaluate('apex.visitorId()'));
  const cookies = await visits.context.cookies();
  expect(cookies.find(({ name }) => name === 'apex_vid')?.value).toBe(visitor);

  await page.evaluate(`${query('#signup button')}.click()`);
  // The form itself is clicked, next to its fields.
  await page.evaluate(`HTMLElement.prototype.click.call(${query('#signup')})`);
  await page.evaluate(`{
    const signup = ${query('#signup')};
    EventTarget.prototype.addEventListener.call(signup, 'submit', (event) => event.preventDefault());
    HTMLFormElement.prototype.requestSubmit.call(signup);
  }`);
  await leave(page);
  const [submitted] = await visits.service.eventsOnceThere(path, 'form_submit', 1);
  const where = { id: 'signup', action: '/send', classes: ['wide'], path: 'main > div#around > form#signup' };
  expect(submitted?.data).toEqual(where);
  const [click, around] = await visits.service.eventsOnceThere(path, 'click', 2);
  expect(click?.data).toMatchObject({ tag: 'button', path: 'main > div#around > form#signup > button' });
  expect(around?.data).toMatchObject({ tag: 'div', id: 'around', path: 'main > div#around' });
  const [pageview] = await visits.service.eventsOnceThere(path, 'pageview', 1);
  expect(pageview).toMatchObject({
    visitor_id: visitor,
    referrer: `${visits.service.site.origin}/before`,
    data: { title: 'Shop' },
  });
  const [exposure] = await visits.service.eventsOnceThere(path, 'experiment_exposure', 1);
  expect(exposure?.data).toMatchObject({ experimentId: experiment.id });
  await waitFor(async () => {
    const links = await visits.service.world.database('visitor_links').where({ visitor_id: visitor });
    return links.length === 1;
  });
  // Images of the page may load from there; the snippet must send nothing there.
  expect(requested.filter((url) => /mallory\.test\/api\/(?!apex-js$)|key=svc_pk_mallory/.test(url))).toEqual([]);
});

test.each([
  ['a link', `<a id="apex" ${takeover}></a>`],
  ['two links', '<a id="apex" name="q"></a><a id="apex" name="loaded"></a>'],
  ['a form with a field named q', '<form id="apex"><input name="q"><input name="loaded"></form>'],
  ['a frame', '<iframe name="apex"></iframe>'],
  ['a frame of another site', '<iframe name="apex" src="http://127.0.0.2:9/"></iframe>'],
])('an element named "apex" is not used as the page’s stub: %s', async (what, head) => {
  const path = `/named-${what.replaceAll(' ', '-')}`;
  const page = await visits.context.newPage();
  await page.goto(visits.addressOf(path, { head, tags: 'bare' }), { waitUntil: 'domcontentloaded' });
  await untilBegun(page);
  await page.evaluate("apex.track('told')");
  await leave(page);
  await visits.service.eventsOnceThere(path, 'told', 1);
  await visits.service.eventsOnceThere(path, 'pageview', 1);
});

test('on a page with patched prototypes, events and the stored queue keep their format', async () => {
  const path = '/clobbered-patched';
  const page = await visits.context.newPage();
  // As Prototype 1.6 does. It also ignores the second argument of Array.from.
  const early = `for (const type of [Array, String, Number, Boolean, Object])
      Object.defineProperty(type.prototype, 'toJSON', { value() { return 'patched'; } });
    Array.from = (list) => [...list];
    apex.track('bought', { items: ['a', { n: 1 }], isGift: false, at: { toJSON: () => 'noon' } });`;
  await page.goto(visits.addressOf(path, { early }));
  await untilBegun(page);
  await waitFor(async () =>
    /"bought/.test(String(await page.evaluate('Object.values(localStorage).join()')).replaceAll('\\', '')),
  );
  await leave(page);
  const [bought] = await visits.service.eventsOnceThere(path, 'bought', 1);
  expect(bought?.data).toEqual({ items: ['a', { n: 1 }], isGift: false, at: 'noon' });
  expect(bought?.message_id).toMatch(/^[0-9a-f]{32}$/);
  await visits.service.eventsOnceThere(path, 'pageview', 1);
  await visits.service.eventsOnceThere(path, 'experiment_exposure', 1);
  const cookie = (await visits.context.cookies()).find(({ name }) => name === 'apex_exposures')?.value ?? '';
  expect(JSON.parse(decodeURIComponent(cookie))).toEqual({ [experiment.id]: 'only' });
});

test('no other script tag configures the snippet', async () => {
  const page = await visits.context.newPage();
  const lines: string[] = [];
  page.on('console', (message) => message.text().startsWith('apex:') && lines.push(message.text()));
  const source = await (
    await fetch(`${visits.service.world.apiUrl}/api/apex-js?key=${visits.service.world.demo.workspaceKey}`)
  ).text();
  await page.goto(
    visits.addressOf('/evaluated', { tags: 'none', body: `<script type="text/plain" ${takeover}></script>` }),
  );
  // Run without a script tag, so `currentScript` is null.
  await page.evaluate(source);
  expect(lines).toEqual(['apex: the script tag has no workspace key']);
  expect(await page.evaluate('typeof window.apex')).toBe('undefined');
});
