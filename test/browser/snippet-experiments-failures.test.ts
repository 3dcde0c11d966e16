import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser, untilInPage } from '../support/browser';
import { applyError, everybody, exposure, navigate, pagesOf, shown, tracked } from '../support/experiment-pages';
import { startExperimentsSite, type ExperimentsSite } from '../support/experiments-site';

let browser: Browser;
let site: ExperimentsSite;
let context: BrowserContext;
let problems: string[];
let warnings: string[];
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

beforeEach(async () => {
  context = await browser.newContext();
  context.setDefaultTimeout(15_000);
  [problems, warnings] = [[], []];
  context.on('weberror', (error) => problems.push(error.error().message));
  context.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
});

afterEach(async () => {
  await context.close();
  expect(problems).toEqual([]);
});

const title = (selector: string) => ({ selector, action: 'set', attribute: 'title', value: 'New' }) as const;
const titleOf = (page: Page, selector: string): Promise<unknown> =>
  page.evaluate(`document.querySelector('${selector}').title`);

test('an exposure waits until every change has found an element', async () => {
  site.list = [everybody({ css: 'h1 { color: blue }', js: 'window.ran = true', patch: [title('h1'), title('#cta')] })];
  const page = await settle('/prices');
  expect([await titleOf(page, 'h1'), await page.evaluate('window.ran')]).toEqual(['New', true]);
  expect(await tracked(page)).toEqual([]);
  await page.evaluate('document.body.insertAdjacentHTML("beforeend", \'<a id="cta">Go</a>\')');
  await untilInPage(page, 'window.tracked.length === 1');
  expect(await tracked(page)).toEqual([exposure('blue')]);
  // Other pages of an exposed visitor may lack the element.
  await page.evaluate('document.querySelector("#cta").remove()');
  await navigate(page, '/about');
  await navigate(page, '/prices');
  await navigate(page, '/about');
  expect(await tracked(page)).toEqual([exposure('blue')]);
  expect(warnings.filter((text) => !text.includes('no_element'))).toEqual([]);
});

test('an element that never appears is reported once when the visitor leaves, or 10 seconds after the load', async () => {
  site.list = [everybody({ patch: [title('h1'), title('#cta')] })];
  const page = await settle('/prices');
  for (const path of ['/about', '/prices', '/about']) await navigate(page, path);
  expect(await tracked(page)).toEqual([applyError('no_element: #cta')]);
  expect(warnings).toEqual(['apex: variant "Blue" of "Prices" is not applied: no_element: #cta']);
  const later = await context.newPage();
  await later.clock.install();
  await later.goto(`${site.origin}/prices`);
  await untilInPage(later, 'window.settled');
  await later.clock.runFor(9_000);
  expect(await tracked(later)).toEqual([]);
  await later.clock.runFor(2_000);
  expect(await tracked(later)).toEqual([applyError('no_element: #cta')]);
  await later.evaluate('document.body.insertAdjacentHTML("beforeend", \'<a id="cta">Go</a>\')');
  await untilInPage(later, 'window.tracked.length === 2');
  expect((await tracked(later))[1]).toEqual(exposure('blue'));
});

test.each([
  ['nonexistent.foo()', 'ReferenceError: nonexistent is not defined'],
  ['this is no script', 'SyntaxError: '],
  ['throw null', 'Uncaught null'],
])('the script "%s" is reported, with a warning in the console', async (js, reason) => {
  site.list = [everybody({ js, patch: title('h1') })];
  const page = await settle('/prices');
  await untilInPage(page, 'window.tracked.length > 0');
  expect(await tracked(page)).toEqual([applyError(expect.stringContaining(`script_error: ${reason}`))]);
  expect(warnings).toEqual([expect.stringContaining(`variant "Blue" of "Prices" is not applied: script_error: `)]);
  expect(await titleOf(page, 'h1')).toBe('New');
});

test('an error of the page’s own handler is not an error of the script that calls it', async () => {
  site.list = [everybody({ js: 'document.querySelector("h1").click()' })];
  const body = '<h1 onclick="missing()">Prices</h1>';
  const page = await settle('/prices', { body });
  await untilInPage(page, 'window.tracked.length > 0');
  expect(await tracked(page)).toEqual([exposure('blue')]);
});

test('changes that cannot be applied are reported, and the others stay applied', async () => {
  site.list = [everybody({ patch: [{ ...title('h1'), attribute: 'a b' }, title('('), title('h1')] })];
  const page = await settle('/prices');
  const reasons = (await tracked(page)).map(([type, { reason }]) => [type, reason]);
  expect(reasons).toEqual([
    ['experiment_error', expect.stringMatching(/^patch_error: InvalidCharacterError/)],
    ['experiment_error', expect.stringMatching(/^patch_error: SyntaxError/)],
  ]);
  expect(await titleOf(page, 'h1')).toBe('New');
});

test('changes that a content policy blocks are reported', async () => {
  const csp = "default-src 'self'; img-src data:; script-src 'self'; style-src 'self'";
  site.list = [
    everybody({ css: 'h1 { color: blue }' }, { id: 'exp_1' }),
    everybody({ js: 'window.ran = true' }, { id: 'exp_2' }),
    everybody({ patch: { ...title('h1'), attribute: 'style', value: 'color: blue' } }, { id: 'exp_3' }),
  ];
  const page = await settle('/prices', { csp });
  expect((await tracked(page)).map(([, { experimentId, reason }]) => [experimentId, reason])).toEqual([
    ['exp_1', 'csp: css'],
    ['exp_2', 'csp: js'],
    ['exp_3', undefined],
  ]);
  expect(await page.evaluate('[window.ran, getComputedStyle(document.querySelector("h1")).color]')).toEqual([
    undefined,
    'rgb(0, 0, 255)',
  ]);
});

test('with Trusted Types, variants are applied with the policy "apex", and reported as failed without it', async () => {
  const variant = {
    js: 'window.ran = true',
    patch: [
      { selector: 'h1', action: 'set', attribute: 'html', value: '<em>New</em>' },
      { selector: 'h1', action: 'set', attribute: 'onclick', value: 'window.clicked = true' },
    ],
  } as const;
  site.list = [everybody({ ...variant, patch: [...variant.patch] })];
  const policy = (names: string): string => `require-trusted-types-for 'script'; trusted-types ${names}`;
  const refused = await settle('/prices', { csp: policy('other') });
  expect((await tracked(refused)).map(([type, { reason }]) => [type, reason!.split(':')[0]])).toEqual([
    ['experiment_error', 'trusted_types'],
    ['experiment_error', 'trusted_types'],
    ['experiment_error', 'trusted_types'],
  ]);
  expect(await refused.textContent('h1')).toBe('Prices');
  const page = await settle('/prices', { csp: policy('apex') });
  expect(await tracked(page)).toEqual([exposure('blue')]);
  await page.click('em');
  expect(await page.evaluate('[window.ran, window.clicked]')).toEqual([true, true]);
});

test('a script runs after the document is parsed, and the page is hidden until then', async () => {
  const js = 'window.hidden = document.documentElement.style.opacity; document.querySelector("h1").textContent = "New"';
  site.list = [everybody({ js })];
  for (const bodyAfterMs of ['0', '100', '400']) {
    const page = await open('/prices', { bodyAfterMs });
    await shown(page);
    expect(await page.textContent('h1')).toBe('New');
    expect(await page.evaluate('window.hidden')).toBe('0');
    await page.close();
  }
});

test('a promoted winner that is not applied is not reported', async () => {
  site.list = [
    everybody({ js: 'missing()', patch: title('#cta') }, { status: 'completed', promotedVariantId: 'blue' }),
  ];
  const page = await settle('/prices');
  await navigate(page, '/about');
  expect(await tracked(page)).toEqual([]);
  expect(warnings).toHaveLength(2);
});
