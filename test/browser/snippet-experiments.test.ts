import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { assignVariant } from '../../domain/experiments/allocate';
import { launchBrowser, untilInPage } from '../support/browser';
import { everybody, exposure, navigate, pagesOf, shown, tracked } from '../support/experiment-pages';
import { startExperimentsSite, type ExperimentsSite } from '../support/experiments-site';
import { createWorld } from '../support/world';
import { createExperiment } from '../support/workspaces';

let browser: Browser;
let site: ExperimentsSite;
let context: BrowserContext;
let problems: string[];
let open: ReturnType<typeof pagesOf>['open'];
let settle: ReturnType<typeof pagesOf>['settle'];

beforeAll(async () => {
  [browser, site] = await Promise.all([launchBrowser(), startExperimentsSite()]);
  ({ open, settle } = pagesOf(site, () => context));
});

afterAll(async () => {
  await browser.close();
  await site.close();
});

// Each test has its own browser profile.
beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  problems = [];
  context.on('weberror', (error) => problems.push(error.error().message));
  site.list = [];
});

afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const colorOf = (page: Page, selector = 'h1'): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelector('${selector}')).color`);

const blue = 'rgb(0, 0, 255)';

test('the script is small and includes three domain files without their libraries', () => {
  expect(gzipSync(site.script, { level: 9 }).length).toBeLessThan(7_600);
  const inputs = Object.keys(site.metafile.inputs).filter(
    (file) => file.startsWith('domain/') || file.includes('node_'),
  );
  expect(inputs.sort()).toEqual(['allocate', 'bucket', 'url-pattern'].map((name) => `domain/experiments/${name}.ts`));
});

test('visitors get the variants that the server assigns, from the API’s list', async () => {
  const world = await createWorld({ temporal: false });
  try {
    const experiment = await createExperiment(world.database, world.demo.workspaceId, {
      name: 'Prices',
      targetUrl: '/prices',
      trafficSplit: 70,
      variants: ['control', 'blue', 'red'].map((id, index) => ({ id, name: id, weight: [0.5, 0.3, 0.2][index]! })),
    });
    const seen: unknown[] = [];
    const variantOf = (visitor: string): string | null => assignVariant(experiment, visitor)?.id ?? null;
    // The assignment depends on the experiment's id, so the test searches for visitors of each variant.
    const candidates = Array.from({ length: 1_000 }, (_, index) => `visitor-${index}`);
    const visitors = [null, 'control', 'blue', 'red']
      .flatMap((variant) => candidates.filter((visitor) => variantOf(visitor) === variant).slice(0, 5))
      .concat('zoë', '訪問者');
    expect(visitors).toHaveLength(22);
    for (const visitor of visitors) {
      const page = await settle('/prices', { api: world.apiUrl, key: world.demo.workspaceKey, visitor });
      seen.push((await tracked(page))[0]?.[1]['variantId'] ?? null);
      await page.evaluate('localStorage.clear()');
      await context.clearCookies();
      await page.close();
    }
    expect(seen).toEqual(visitors.map(variantOf));
  } finally {
    await world.stop();
  }
});

test('styles, scripts and patches are applied, reverted when the URL changes, and applied again on return', async () => {
  const patch = [
    { selector: 'h1', action: 'set', attribute: 'html', value: '<em>New</em> prices' },
    { selector: 'ul', action: 'append', attribute: 'html', value: '<li>three</li>' },
    { selector: 'ol', action: 'remove', attribute: 'html' },
    { selector: 'h1', action: 'append', attribute: 'class', value: 'new big' },
    { selector: 'h1', action: 'remove', attribute: 'class', value: 'title' },
    { selector: 'p', action: 'set', attribute: 'class', value: 'only' },
    { selector: 'a', action: 'set', attribute: 'href', value: '/new' },
    { selector: 'a', action: 'append', attribute: 'title', value: '!' },
    { selector: 'a', action: 'remove', attribute: 'target' },
  ] as const;
  const js = `
    const runs = (window.runs ?? 0) + 1;
    window.runs = runs;
    document.currentScript.addEventListener('apex:undo', () => { window.undone = runs; });
  `;
  site.list = [everybody({ css: 'h1 { color: blue }', js, patch: [...patch] })];
  const body =
    '<h1 class="title wide">Prices</h1><ul><li>one</li></ul><ol><li>1</li></ol><p class="a b">Text</p>' +
    '<a href="/old" title="Go" target="_top">Go</a>';
  const page = await settle('/prices', { body });
  const state = (): Promise<string> => page.evaluate('document.body.innerHTML.replace(/ class=""/, \'\')');
  const before = body;
  const after =
    '<h1 class="wide new big"><em>New</em> prices</h1><ul><li>one</li><li>three</li></ul><ol></ol><p class="only">Text</p>' +
    '<a href="/new" title="Go!">Go</a>';
  const sorted = (html: string): string[] => html.split(/[ <>"=/]+/).sort();
  expect(sorted(await state())).toEqual(sorted(after));
  expect([await colorOf(page), await page.evaluate('[window.runs, window.undone]')]).toEqual([blue, [1, undefined]]);
  // Another URL that matches the same experiment changes nothing.
  await navigate(page, '/prices/?plan=pro');
  expect(await page.evaluate('window.runs')).toBe(1);
  await navigate(page, '/about');
  expect(sorted(await state())).toEqual(sorted(before));
  expect([await colorOf(page), await page.evaluate('[window.runs, window.undone]')]).not.toContain(blue);
  expect(await page.evaluate('window.undone')).toBe(1);
  expect(await page.evaluate("document.querySelectorAll('style, script:not([src])').length")).toBe(1);
  await navigate(page, '/prices');
  expect(sorted(await state())).toEqual(sorted(after));
  expect([await colorOf(page), await page.evaluate('window.runs')]).toEqual([blue, 2]);
  await page.evaluate('window.experiments.stop()');
  expect(sorted(await state())).toEqual(sorted(before));
  await navigate(page, '/prices');
  expect(sorted(await state())).toEqual(sorted(before));
  expect(await tracked(page)).toEqual([exposure('blue')]);
});

test('only variants that may run scripts can change elements that run or load something', async () => {
  const change = (selector: string, attribute: string, value: string) =>
    ({ selector, action: 'set', attribute, value }) as const;
  const patch = [
    change('#data', 'type', 'text/javascript'),
    change('#data', 'html', 'window.ran = true'),
    change('.base', 'href', 'https://mallory.example/'),
    change('#frame', 'src', '/other'),
    change('#frame', 'width', '640'),
    { selector: '#meta', action: 'remove', attribute: 'content' } as const,
    change('h1', 'html', 'New'),
  ];
  const body =
    '<h1>Prices</h1><script id="data" type="application/ld+json">{}</script>' +
    '<base class="base" href="/"><meta id="meta" name="x" content="y"><iframe id="frame" src="/about"></iframe>';
  const state = (page: Page) =>
    page.evaluate(`[
      window.ran === true, document.baseURI === location.origin + '/', document.querySelector('#data').type,
      document.querySelector('#frame').getAttribute('src'), document.querySelector('#frame').width,
      document.querySelector('#meta').content, document.querySelector('h1').textContent,
    ]`);
  site.list = [everybody({ patch })];
  const page = await settle('/prices', { body });
  expect(await state(page)).toEqual([false, true, 'application/ld+json', '/about', '640', 'y', 'New']);
  site.list = [everybody({ patch, runsScripts: true })];
  const allowed = await settle('/prices', { body });
  expect(await state(allowed)).toEqual([true, false, 'text/javascript', '/other', '640', '', 'New']);
});

test('event listeners on the page’s own elements still work after a revert', async () => {
  site.list = [everybody({ patch: { selector: 'div', action: 'set', attribute: 'html', value: 'New' } })];
  const page = await open('/about', { body: '<div><button>Go</button></div>' });
  await page.evaluate("document.querySelector('button').addEventListener('click', () => { window.clicked = true; })");
  await untilInPage(page, 'window.settled');
  await navigate(page, '/prices');
  expect(await page.textContent('div')).toBe('New');
  await navigate(page, '/about');
  await page.click('button');
  expect(await page.evaluate('window.clicked')).toBe(true);
});

test('on a page with a content policy, styles and scripts carry the nonce', async () => {
  site.list = [everybody({ css: 'h1 { color: blue }', js: 'window.ran = true;' })];
  const page = await settle('/prices', { csp: "default-src 'self'; img-src data:; script-src NONCE; style-src NONCE" });
  expect([await colorOf(page), await page.evaluate('window.ran')]).toEqual([blue, true]);
});

test('an exposure is sent once per visitor and experiment, including the control, only on matching pages', async () => {
  const control = everybody({}, { variants: [{ id: 'control', name: 'Control', weight: 1 }] });
  const noVisitors = everybody({}, { id: 'exp_2', trafficSplit: 0 });
  const elsewhere = everybody({}, { id: 'exp_3', targetUrl: '/about' });
  site.list = [control, noVisitors, elsewhere];
  const page = await settle('/prices');
  expect(await tracked(page)).toEqual([exposure('control')]);
  await navigate(page, '/about');
  await navigate(page, '/prices');
  await navigate(page, '/about');
  expect(await tracked(page)).toEqual([exposure('control'), exposure('blue', 'exp_3')]);
  await page.reload();
  await shown(page);
  await navigate(page, '/prices');
  expect(await tracked(page)).toEqual([]);
});

test('an exposed visitor keeps the variant when weights change, as long as the variant exists', async () => {
  const weighted = (control: number) =>
    everybody(
      {},
      { variants: ['control', 'blue'].map((id, at) => ({ id, name: id, weight: at ? 1 - control : control })) },
    );
  const variantNow = async (): Promise<string | undefined> => {
    const page = await settle('/prices');
    const kept = await page.evaluate<string>('JSON.parse(localStorage.apex_exposures).exp_1');
    await page.close();
    return kept;
  };
  site.list = [weighted(1)];
  expect(await variantNow()).toBe('control');
  site.list = [weighted(0)];
  expect(await variantNow()).toBe('control');
  site.list = [{ ...weighted(0), trafficSplit: 0 }];
  expect(await variantNow()).toBe('control');
  site.list = [everybody({}, { variants: [{ id: 'blue', name: 'Blue', weight: 1 }] })];
  expect(await variantNow()).toBe('blue');
});

const sharedCookie = async (): Promise<unknown> => {
  const [cookie] = (await context.cookies()).filter(({ name }) => name === 'apex_exposures');
  return cookie && JSON.parse(decodeURIComponent(cookie.value));
};

test('the kept variant is shared by all subdomains, but not with other sites', async () => {
  const weighted = (control: number) =>
    everybody(
      {},
      { variants: ['control', 'blue'].map((id, at) => ({ id, name: id, weight: at ? 1 - control : control })) },
    );
  const trackedAt = async (name: string, domain: string): Promise<unknown> => {
    const page = await settle('/prices', { domain }, `${name}.${domain}`);
    const events = await tracked(page);
    await page.close();
    return events;
  };
  site.list = [weighted(1)];
  expect(await trackedAt('www', 'shop.localhost')).toEqual([exposure('control')]);
  site.list = [weighted(0)];
  expect(await trackedAt('app', 'shop.localhost')).toEqual([]);
  expect(await trackedAt('www', 'other.localhost')).toEqual([exposure('blue')]);
});

test('the kept variant survives without localStorage, and without its cookie', async () => {
  site.list = [everybody({}, { variants: [{ id: 'control', name: 'Control', weight: 1 }] })];
  const page = await settle('/prices');
  site.list = [everybody({}, { variants: ['control', 'blue'].map((id, at) => ({ id, name: id, weight: at })) })];
  const reopened = async (): Promise<unknown> => {
    await page.reload();
    await untilInPage(page, 'window.settled');
    await shown(page);
    return tracked(page);
  };
  const kept = await page.evaluate<string>('localStorage.apex_exposures');
  await page.evaluate('localStorage.clear()');
  expect(await reopened()).toEqual([]);
  await page.evaluate(`localStorage.setItem('apex_exposures', ${JSON.stringify(kept)})`);
  await context.clearCookies();
  expect(await reopened()).toEqual([]);
});

test('the cookie stores the active experiments, and only the newest if there are many', async () => {
  const id = (index: number): string => `exp_${String(index).padStart(2, '0')}${'x'.repeat(26)}`;
  site.list = Array.from({ length: 60 }, (_, index) => everybody({}, { id: id(index) }));
  const page = await settle('/prices');
  expect(await tracked(page)).toHaveLength(60);
  const [cookie] = await context.cookies();
  expect(cookie!.value.length).toBeLessThanOrEqual(1_500);
  const kept = Object.keys((await sharedCookie()) as object);
  expect(kept.length).toBeGreaterThan(20);
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => id(60 - kept.length + index)));
  site.list = [59, 60].map((index) => everybody({}, { id: id(index) }));
  await page.reload();
  await untilInPage(page, 'document.cookie.length < 200');
  expect(await sharedCookie()).toEqual({ [id(59)]: 'blue', [id(60)]: 'blue' });
  // The visitor's other variants stay in localStorage.
  expect(await page.evaluate('Object.keys(JSON.parse(localStorage.apex_exposures)).length')).toBe(61);
});

test('a promoted winner is applied for all visitors and does not count as an exposure', async () => {
  site.list = [everybody({}, { variants: [{ id: 'control', name: 'Control', weight: 1 }] })];
  await (await settle('/prices')).close();
  const winner = { status: 'completed', promotedVariantId: 'blue' } as const;
  site.list = [everybody({ css: 'h1 { color: blue }' }, winner)];
  const page = await settle('/prices');
  await untilInPage(page, `getComputedStyle(document.querySelector('h1')).color === '${blue}'`);
  expect(await tracked(page)).toEqual([]);
});

test('a visitor takes part in only one experiment of a group', async () => {
  site.list = ['exp_1', 'exp_2', 'exp_3'].map((id) => everybody({}, { id, exclusionGroup: 'prices' }));
  const page = await settle('/prices');
  expect(await tracked(page)).toHaveLength(1);
  await page.reload();
  await shown(page);
  expect(await tracked(page)).toEqual([]);
});

test('the page is hidden until its experiments are applied', async () => {
  site.list = [everybody({ css: 'h1 { color: blue }' })];
  const page = await settle('/prices');
  expect(await page.evaluate('window.firstOpacity')).toBe('0');
  expect(await page.evaluate('document.documentElement.style.opacity')).toBe('');
});

test('a page without experiments in the last list is never hidden', async () => {
  site.list = [everybody({})];
  await (await settle('/prices')).close();
  const about = await open('/about');
  expect(await about.evaluate('window.firstOpacity')).toBe('1');
  const prices = await open('/prices');
  expect(await prices.evaluate('window.firstOpacity')).toBe('0');
});

test('the page is shown while the API hangs', async () => {
  site.list = 'hang';
  const page = await open('/prices');
  expect(await page.evaluate('window.firstOpacity')).toBe('0');
  await shown(page);
  await navigate(page, '/about');
  expect(await tracked(page)).toEqual([]);
});

test('the page is shown if the API is unavailable or returns an invalid response', async () => {
  for (const api of ['http://127.0.0.1:1', `${site.origin}/page`]) {
    const page = await open('/prices', { api });
    await shown(page);
    expect(await page.evaluate('localStorage.apex_patterns')).toBeUndefined();
  }
});

test('elements that appear later are patched before they are visible, and reverted', async () => {
  const patch = [
    { selector: '.card', action: 'set', attribute: 'title', value: 'New' },
    { selector: '.card', action: 'append', attribute: 'html', value: '<b class="card">!</b>' },
  ] as const;
  site.list = [everybody({ patch: [...patch] })];
  const page = await settle('/prices');
  await page.evaluate(`
    document.body.insertAdjacentHTML('beforeend', '<div class="card">One</div>');
    new Promise((resolve) => requestAnimationFrame(resolve)).then(() => {
      window.atFirstFrame = document.querySelector('div.card').outerHTML;
    });
  `);
  await untilInPage(page, 'window.atFirstFrame !== undefined');
  expect(await page.evaluate('window.atFirstFrame')).toBe(
    '<div class="card" title="New">One<b class="card">!</b></div>',
  );
  await page.evaluate(`document.body.insertAdjacentHTML('beforeend', '<div class="card late">Two</div>')`);
  await untilInPage(page, "document.querySelector('.late').title === 'New'");
  await page.evaluate(`
    document.body.insertAdjacentHTML('beforeend', '<div class="toggled">Three</div>');
    setTimeout(() => document.querySelector('.toggled').classList.add('card'));
  `);
  await untilInPage(page, "document.querySelector('.toggled').title === 'New'");
  expect(await page.evaluate("document.querySelectorAll('b.card').length")).toBe(3);
  await navigate(page, '/about');
  expect(await page.evaluate("document.querySelectorAll('b.card, [title]').length")).toBe(0);
});

test('a page that reverts changes does not cause an infinite loop', async () => {
  site.list = [everybody({ patch: { selector: '.card', action: 'append', attribute: 'class', value: 'new' } })];
  const page = await settle('/prices');
  // Replaces each changed element with a new one.
  await page.evaluate(`
    new MutationObserver(() => {
      const changed = document.querySelector('.new');
      if (changed === null) return;
      window.replaced = (window.replaced ?? 0) + 1;
      changed.outerHTML = '<div class="card"></div>';
    }).observe(document, { attributes: true, childList: true, subtree: true });
    document.body.insertAdjacentHTML('beforeend', '<div class="card"></div>');
  `);
  await untilInPage(page, 'window.replaced >= 500');
  expect(await page.evaluate('document.querySelectorAll(".card:not(.new)").length')).toBe(1);
});

test('an error in one variant does not affect others', async () => {
  site.list = [
    everybody({ js: 'throw new Error("of the variant")' }, { id: 'exp_1' }),
    everybody({ js: 'this is no script' }, { id: 'exp_2' }),
    everybody({ patch: { selector: '(', action: 'set', attribute: 'title', value: 'x' } }, { id: 'exp_3' }),
    everybody({ patch: { selector: 'h1', action: 'set', attribute: 'a b', value: 'x' } }, { id: 'exp_4' }),
    everybody({ css: 'h1 { color: blue }' }, { id: 'exp_5' }),
  ];
  const page = await settle('/prices');
  expect(await colorOf(page)).toBe(blue);
  const types = (await tracked(page)).map(([type]) => type);
  expect(types).toEqual([...Array<string>(4).fill('experiment_error'), 'experiment_exposure']);
  await navigate(page, '/about');
  expect(await colorOf(page)).not.toBe(blue);
});
