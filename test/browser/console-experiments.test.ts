import type { Page } from 'playwright-core';
import {
  accessibilityProblems,
  aroundConsoleTests,
  button,
  h1,
  hrefsOf,
  settled,
  signInTo,
  unexpected,
} from '../support/console';
import { uniqueName } from '../support/journeys';
import { addMember } from '../support/members';

/** The life of an experiment in the console, and the results on its page. */

const service = aroundConsoleTests(null);

/** Opens a step of the form. */
const step = (page: Page, name: string): Promise<void> =>
  page.getByRole('list', { name: 'Steps' }).getByRole('button', { name }).click();

/** Fills the first step, and continues to the variants. */
async function fillStart(page: Page): Promise<void> {
  await page.getByLabel('Name', { exact: true }).first().fill(uniqueName('Prices'));
  await page.getByLabel('Page', { exact: true }).fill('/prices');
  await button(page, 'Continue').click();
}

/** Sends visits for each variant. `buyers` of them buy, over two channels. */
async function visit(experimentId: string, variants: Record<string, { visitors: number; buyers: number }>) {
  const events = Object.entries(variants).flatMap(([variantId, { visitors, buyers }]) =>
    Array.from({ length: visitors }, (_none, index) => {
      const visitorId = uniqueName('visitor');
      const common = { visitorId, url: 'https://shop.example/prices' };
      const referrer = index % 2 === 0 ? 'https://www.google.com/' : null;
      return [
        { ...common, type: 'experiment_exposure', referrer, data: { experimentId, variantId } },
        ...(index < buyers ? [{ ...common, type: 'bought', data: { revenue: 20 + index, currency: 'EUR' } }] : []),
      ];
    }).flat(),
  );
  for (let from = 0; from < events.length; from += 500) {
    const batch = { workspaceKey: service.world.demo.workspaceKey, events: events.slice(from, from + 500) };
    expect((await service.world.api.post('/api/events', batch)).status).toBe(200);
  }
}

test('a hypothesis becomes an experiment that is drafted, validated, started, read and promoted', async () => {
  const [name, hypothesis] = [uniqueName('Prices'), uniqueName('Low prices sell more')];
  const { page, context, problems } = await service.openSignedIn('/beliefs');
  await button(page, 'New belief').first().click();
  await page.getByRole('dialog').getByLabel('Belief', { exact: true }).fill(hypothesis);
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
  await page.getByText(hypothesis).first().waitFor();
  await page.getByRole('link', { name: 'Experiments', exact: true }).click();
  await page.getByRole('link', { name: 'New experiment' }).first().click();
  await page.getByRole('heading', h1('New experiment')).waitFor();
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await page.getByLabel('Belief', { exact: true }).selectOption({ label: hypothesis });
  await page.getByLabel('Page', { exact: true }).fill('re:(');
  await step(page, 'Metrics');
  await button(page, 'Use another metric').click();
  await page.getByLabel('Event', { exact: true }).fill('bought');
  await page.getByText('Not enough visitors yet to estimate the sample size.').waitFor();
  await button(page, 'Add secondary metric').click();
  const secondary = page.getByRole('group', { name: 'Secondary metric 1' });
  await secondary.getByLabel('Event', { exact: true }).fill('bought');
  await secondary.getByLabel('Measure').selectOption('ratio');
  await button(page, 'Add guardrail').click();
  const guardrail = page.getByRole('group', { name: 'Guardrail 1' });
  await guardrail.getByLabel('Event', { exact: true }).fill('refund');
  await guardrail.getByLabel('Better when').selectOption('down');
  await guardrail.getByLabel('Margin (%)').fill('5');
  await step(page, 'Variants');
  const variant = page.getByRole('group', { name: 'Variant 1' });
  await variant.getByRole('button', { name: 'Add page change' }).click();
  await variant.getByLabel('CSS selector').fill('#price');
  await variant.getByLabel('New value', { exact: true }).fill('From 9 €');
  expect(await accessibilityProblems(page)).toEqual([]);
  // The draft is created at the last step, and input of the other steps is kept.
  expect(await button(page, 'Create draft').count()).toBe(0);
  await step(page, 'Size and decision');
  await button(page, 'Create draft').click();
  // The API refuses the page, so its step is shown.
  await page
    .locator('.field', { has: page.getByLabel('Page', { exact: true }) })
    .locator('.problem')
    .waitFor();
  await page.getByLabel('Page', { exact: true }).fill('/prices');
  await step(page, 'Metrics Check');
  await secondary.locator('.problem').waitFor();
  await secondary.getByLabel('Measure').selectOption('revenue');
  await secondary.getByLabel('Cap per visitor').fill('50');
  await button(page, 'Continue').click();
  await button(page, 'Create draft').click();
  await page.getByRole('heading', h1(name)).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  expect((await service.world.api.get(`/api/experiments/${id}`)).body).toMatchObject({
    status: 'draft',
    targetUrl: '/prices',
    primaryMetric: { metric: 'bought' },
    mde: 0.1,
    secondaryMetrics: [{ metric: 'bought', measure: 'revenue', cap: 50 }],
    guardrailMetrics: [{ metric: 'refund', direction: 'down', margin: 0.05 }],
    variants: [{ name: 'Control' }, { patch: [{ selector: '#price', action: 'set', value: 'From 9 €' }] }],
  });

  await page.locator('.checklist [data-check="variants"][data-value="ok"]').waitFor();
  await page.locator('.checklist [data-check="snippet"][data-value="warning"]').waitFor();
  await page.locator('.checklist [data-check="size"]').getByRole('button', { name: 'Change the size' }).click();
  await page.getByLabel('Minimum effect (%)').fill('20');
  await button(page, 'Save draft').click();
  await page.getByText('Draft saved.').waitFor();
  await button(page, 'Start').click();
  await page.getByRole('dialog').getByText('100% of visitors to /prices').waitFor();
  await page.getByRole('dialog').getByText('within about a minute').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.locator('.page-head .status', { hasText: 'Running' }).waitFor();
  await page.getByText('within about a minute').waitFor();
  const rows = page.getByRole('region', { name: 'Variants', exact: true }).locator('tbody tr');
  expect((await rows.first().innerText()).split('\t').slice(0, 4)).toEqual(['Control', '0', '0', '–']);

  await visit(id, { control: { visitors: 200, buyers: 20 }, variant: { visitors: 200, buyers: 44 } });
  const errors = Array.from({ length: 7 }, () => ({
    type: 'experiment_error',
    visitorId: uniqueName('visitor'),
    url: 'https://shop.example/prices',
    data: { experimentId: id, variantId: 'variant', reason: 'no_element: #cta' },
  }));
  await service.world.api.post('/api/events', { workspaceKey: service.world.demo.workspaceKey, events: errors });
  await page.goto(`${service.world.apiUrl}/console/experiments/${id}?by=channel`);
  await settled(page);
  const { body: results } = await service.world.api.get(`/api/experiments/${id}/results`);
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('10%'), expect.stringContaining('22%')]);
  const lift = (results.variants[1].lift as number) * 100;
  expect(await rows.nth(1).innerText()).toContain(`+${String(Number(lift.toFixed(1)))}%`);
  expect(await rows.nth(1).innerText()).toContain('adjusted:');
  await page.locator(`.notice .status[data-value="${results.recommendation as string}"]`).waitFor();
  for (const region of ['Revenue', 'Secondary metrics', 'Guardrails', 'Variants: Organic search']) {
    await page.getByRole('region', { name: region, exact: true }).waitFor();
  }
  expect(await page.locator('.checks [data-variant="variant"]').innerText()).toMatch(
    /: 7 visitors \(3\.38%\), 7 without an exposure\s+no_element: #cta: 7 visitors$/,
  );
  await page.getByText('5%, not proven yet').first().waitFor();
  await page.getByText('Sets the content of #price to “From 9 €”').waitFor();
  // Figures in charts equal the API's.
  const readOut = page.getByRole('slider', { name: 'Cumulative conversion rate' });
  expect(await readOut.getAttribute('aria-valuetext')).toMatch(/Control 10% \([\d.]+% to [\d.]+%\), Variant 22% \(/);
  const forest = page.getByRole('figure', { name: 'Effect compared with Control' });
  expect(await forest.innerText()).toContain(`+${String(Number(lift.toFixed(1)))}%`);
  await page.getByLabel('Differences').selectOption('absolute');
  expect(await forest.innerText()).toContain('+12 points');
  await page.getByLabel('Differences').selectOption('relative');
  expect(await accessibilityProblems(page)).toEqual([]);

  await button(page, 'Pause').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
  await page.locator('.page-head .status', { hasText: 'Paused' }).waitFor();
  await button(page, 'Promote').click();
  // The recommended variant is selected; another one needs a confirmation.
  const promote = page.getByRole('dialog');
  expect(await promote.getByLabel('Variant', { exact: true }).inputValue()).toBe(
    results.recommendedVariantId ?? 'control',
  );
  await promote.getByLabel('Variant', { exact: true }).selectOption('control');
  await promote.getByRole('button', { name: 'Promote' }).click();
  await promote.getByText('Confirm that you want to promote').waitFor();
  await promote.getByLabel('Variant', { exact: true }).selectOption('variant');
  await promote.getByText('44 (22%)').waitFor();
  if (results.recommendedVariantId !== 'variant') await promote.getByRole('checkbox').check();
  await promote.getByRole('button', { name: 'Promote' }).click();
  await page.locator('.page-head .status', { hasText: 'Completed' }).waitFor();
  expect((await service.world.api.get(`/api/experiments/${id}`)).body).toMatchObject({
    status: 'completed',
    promotedVariantId: 'variant',
  });
  const { body: beliefs } = await service.world.api.get('/api/beliefs');
  const belief = (beliefs as { id: string; statement: string }[]).find(({ statement }) => statement === hypothesis);
  expect((await service.world.api.get(`/api/beliefs/${belief?.id}`)).body.evidence).toMatchObject([
    { type: 'experiment', experimentId: id },
  ]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a recorded decision is shown above the results, with the counts that it was based on', async () => {
  const { body: made } = await service.world.api.post('/api/experiments', {
    name: uniqueName('Decided'),
    targetUrl: '/decided',
    engine: 'sequential',
    primaryMetric: 'bought',
    variants: [{ name: 'Control' }, { name: 'Better' }],
  });
  await service.world.api.patch(`/api/experiments/${made.id}`, { status: 'running' });
  await visit(made.id as string, { control: { visitors: 300, buyers: 15 }, better: { visitors: 300, buyers: 150 } });
  const { body: results } = await service.world.api.get(`/api/experiments/${made.id}/results`);
  expect(results.recommendation).toBe('ship');
  await service.world
    .database('experiments')
    .where({ id: made.id })
    .update({
      decision: JSON.stringify({
        recommendation: 'ship',
        at: '2026-01-05T10:00:00.000Z',
        harmed: [],
        counts: [
          { variantId: 'control', exposures: 111, conversions: 7 },
          { variantId: 'better', exposures: 109, conversions: 55 },
        ],
      }),
    });
  const { page, context, problems } = await service.open(`/experiments/${made.id}`);
  await signInTo(page, await addMember(service.world, 'member'));
  await page.getByText(/^Decided on 5 Jan 2026/).waitFor();
  await page.getByText(/^Ship Better: .* decided on 5 Jan 2026 at 109 to 111 visitors per variant\.$/).waitFor();
  await page.getByText('Includes data after the decision').first().waitFor();
  await page.getByText('Show counts').click();
  const counts = page.getByRole('region', { name: 'Counts at the decision' }).locator('tbody tr');
  expect(await counts.allInnerTexts()).toEqual(['Control\t111\t7', 'Better\t109\t55']);
  for (const name of ['Pause', 'Complete', 'Promote', 'Share']) expect(await button(page, name).count()).toBe(0);
  await page.goto(`${service.world.apiUrl}/console/experiments`);
  const row = page.locator('tbody tr').filter({ hasText: made.name as string });
  await row.getByText('> 99.9%').waitFor();
  expect((await row.innerText()).split('\t').slice(1, 5)).toEqual(['Running', 'Ship', '> 99.9%', '600']);
  await page.goto(`${service.world.apiUrl}/console`);
  await page.getByText(`${made.name} has a winner: ship it`).waitFor();
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a draft accepts every API field, its variants can be previewed, and weights change while it runs', async () => {
  const name = uniqueName('Headlines');
  const { page, context, problems } = await service.open('/experiments/new');
  await signInTo(page, service.world.demo.owner);
  const fill = (label: string, text: string): Promise<void> => page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Name', { exact: true }).first().fill(name);
  await fill('Page', 'https://shop.example/headlines');
  await step(page, 'Size and decision');
  await page.getByLabel('Engine').selectOption('thompson');
  expect(await page.getByLabel('Mode').inputValue()).toBe('bandit');
  await page.getByLabel('Mode').selectOption('multivariate');
  expect(await page.getByLabel('Engine').inputValue()).toBe('frequentist');
  await step(page, 'Variants');
  for (const [group, level] of [
    ['Control', 'long'],
    ['Variant 1', 'short'],
  ] as const) {
    const variant = page.getByRole('group', { name: group, exact: true });
    await variant.getByRole('button', { name: 'Add factor' }).click();
    await variant.getByLabel('Factor', { exact: true }).fill('headline');
    await variant.getByLabel('Level').fill(level);
  }
  const variant = page.getByRole('group', { name: 'Variant 1', exact: true });
  await variant.getByRole('button', { name: 'Add page change' }).click();
  await variant.getByLabel('CSS selector').fill('h1');
  await variant.getByLabel('Attribute').fill('data-level');
  await variant.getByLabel('New value', { exact: true }).fill('short');
  await variant.locator('summary', { hasText: 'JavaScript' }).click();
  await variant.getByLabel('JavaScript').fill('window.shown = true');
  await step(page, 'Metrics');
  await button(page, 'Use another metric').click();
  const primary = page.getByRole('group', { name: 'Primary metric' });
  await primary.getByLabel('Event', { exact: true }).fill('bought');
  await primary.getByLabel('Measure').selectOption('ratio');
  await primary.getByText(/is required for measure ratio/).waitFor();
  await primary.getByLabel('Denominator').fill('checkout');
  await primary.getByText(/is required for measure ratio/).waitFor({ state: 'detached' });
  await primary.getByLabel('Numerator').selectOption('revenue');
  await step(page, 'Size and decision');
  await fill('Alpha (%)', '1');
  await fill('Exclusion group', 'headlines');
  await fill('Attribution window (days)', '91');
  await page.getByLabel('Adjust for past behavior (CUPED)').uncheck();
  await fill('Type', 'copy_test');
  expect(await accessibilityProblems(page)).toEqual([]);
  await fill('Attribution window (days)', '14');
  await button(page, 'Create draft').click();
  await page.getByRole('heading', h1(name)).waitFor();
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const read = async () => (await service.world.api.get(`/api/experiments/${id}`)).body;
  expect(await read()).toMatchObject({
    type: 'copy_test',
    mode: 'multivariate',
    engine: 'frequentist',
    alpha: 0.01,
    cuped: false,
    attributionWindowDays: 14,
    exclusionGroup: 'headlines',
    primaryMetric: { metric: 'bought', measure: 'ratio', denominator: 'checkout', numerator: 'revenue' },
    variants: [
      { id: 'control', levels: { headline: 'long' } },
      {
        id: 'variant',
        levels: { headline: 'short' },
        js: 'window.shown = true',
        patch: [{ selector: 'h1', action: 'set', attribute: 'data-level', value: 'short' }],
      },
    ],
  });

  await button(page, 'Create links').click();
  const links = page.getByRole('region', { name: 'Preview links' }).getByRole('link');
  await links.first().waitFor();
  const tokens = (await hrefsOf(page, '[aria-label="Preview links"] a')).map((href) => {
    const { origin, pathname, searchParams } = new URL(href);
    expect(origin + pathname).toBe('https://shop.example/headlines');
    return searchParams.get('apex_preview') ?? '';
  });
  const shown = await Promise.all(
    tokens.map((token) =>
      service.world.api.get(`/api/experiments/active?key=${service.world.demo.workspaceKey}&preview=${token}`),
    ),
  );
  const lists = shown.map(({ body }) =>
    (body as { id: string; promotedVariantId: string }[]).find((one) => one.id === id),
  );
  expect(lists).toMatchObject([{ promotedVariantId: 'control' }, { promotedVariantId: 'variant' }]);
  // At the top, so that the header covers no button.
  await page.evaluate('window.scrollTo(0, 0)');
  expect(await accessibilityProblems(page)).toEqual([]);

  await button(page, 'Start').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  await page.locator('.page-head .status', { hasText: 'Running' }).waitFor();
  await fill('Traffic (%)', '60');
  await fill('Control (%)', '30');
  await page.getByText('The weights add up to 80%. They must add up to 100%.').waitFor();
  await button(page, 'Save').click();
  await page.getByRole('alert').getByText('The weights add up to 0.8. They must add up to 1.').waitFor();
  await fill('Variant (%)', '70');
  await button(page, 'Save').click();
  await page.getByText(/^Traffic and weights saved/).waitFor();
  expect(await read()).toMatchObject({
    trafficSplit: 60,
    variants: [{ weight: 0.3 }, { weight: 0.7, js: 'window.shown = true' }],
  });
  await settled(page);
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a member creates preview links to variants without scripts, and cannot change a running experiment', async () => {
  const { body: made } = await service.world.api.post('/api/experiments', {
    name: uniqueName('Scripted'),
    targetUrl: '/scripted',
    variants: [{ name: 'Control' }, { name: 'Scripted', js: 'window.shown = true' }],
  });
  await service.world.api.patch(`/api/experiments/${made.id}`, { status: 'running' });
  const { page, context, problems } = await service.open(`/experiments/${made.id}`);
  await signInTo(page, await addMember(service.world, 'member'));
  await page.getByText('Preview the variants').click();
  await page.getByText('Variants with scripts are left out').waitFor();
  expect(await button(page, 'Save').count()).toBe(0);
  await page.getByLabel('Page URL').fill('https://shop.example/other');
  await button(page, 'Create links').click();
  await page.getByText('is not a page that "/scripted" matches').waitFor();
  await page.getByLabel('Page URL').fill('https://shop.example/scripted');
  await button(page, 'Create links').click();
  const links = page.getByRole('region', { name: 'Preview links' }).getByRole('link');
  await links.first().waitFor();
  expect(await links.allInnerTexts()).toEqual(['Preview Control']);
  expect(unexpected(problems)).toEqual([]);
  await context.close();
});

test('a script is rejected while typing if the workspace does not allow scripts', async () => {
  await service.world.ownerApi.patch('/api/workspace', { allowJsPatches: false });
  try {
    const { page, context, problems } = await service.open('/experiments/new');
    await signInTo(page, service.world.demo.owner);
    await fillStart(page);
    const variant = page.getByRole('group', { name: 'Variant 1', exact: true });
    await variant.getByRole('button', { name: 'Add page change' }).click();
    await variant.getByLabel('New value', { exact: true }).fill('<script>alert(1)</script>');
    await variant
      .getByText(/^This value can run a script on your pages, but the workspace setting allowJsPatches/)
      .waitFor();
    await variant.getByLabel('New value', { exact: true }).fill('<b>Cheap</b>');
    await variant.getByText(/^This value can run a script/).waitFor({ state: 'detached' });
    expect(await variant.getByText('JavaScript').count()).toBe(0);
    expect(unexpected(problems)).toEqual([]);
    await context.close();
  } finally {
    await service.world.ownerApi.patch('/api/workspace', { allowJsPatches: true });
  }
});

test('a share link shows the results without a session, until it is revoked', async () => {
  const name = uniqueName('Shared');
  const { body: made } = await service.world.api.post('/api/experiments', {
    name,
    targetUrl: '/shared',
    engine: 'sequential',
    primaryMetric: 'bought',
    variants: [{ name: 'Control' }, { name: 'Better', css: 'main { color: green }' }],
  });
  await service.world.api.patch(`/api/experiments/${made.id}`, { status: 'running' });
  await visit(made.id as string, { control: { visitors: 300, buyers: 15 }, better: { visitors: 300, buyers: 150 } });
  const { page, context, problems } = await service.open(`/experiments/${made.id}`);
  await signInTo(page, service.world.demo.owner);
  await button(page, 'Share').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No links yet.').waitFor();
  await dialog.getByRole('button', { name: 'Create link' }).click();
  const url = await dialog.getByLabel('Link', { exact: true }).inputValue();
  await dialog.locator('[data-value="active"]').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  const {
    context: others,
    page: shared,
    problems: sharedProblems,
  } = await service.open(new URL(url).pathname.replace('/console', ''));
  await shared.getByRole('heading', h1(name)).waitFor();
  const results = (await service.world.api.get(`/api/experiments/${made.id}/results`)).body;
  const rows = shared.getByRole('region', { name: 'Variants', exact: true }).locator('tbody tr');
  expect(await rows.allInnerTexts()).toEqual([expect.stringContaining('5%'), expect.stringContaining('50%')]);
  expect(await shared.getByText(/^Ship Better: 50\.0% vs 5\.0%, \+900%/).count()).toBe(1);
  expect(results.variants[1].lift).toBeCloseTo(9, 12);
  expect(await shared.getByText('Adds CSS (1 line)').count()).toBe(1);
  expect(await hrefsOf(shared, 'a')).toEqual([]);
  expect(await shared.context().cookies()).toEqual([]);
  expect(await accessibilityProblems(shared)).toEqual([]);

  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.locator('[data-value="revoked"]').waitFor();
  expect((await shared.reload())?.status()).toBe(404);
  await shared.getByRole('heading', h1('Link not available')).waitFor();
  expect(unexpected(problems)).toEqual([]);
  await Promise.all([context.close(), others.close()]);
  expect(unexpected(sharedProblems).filter((problem) => !problem.includes('404'))).toEqual([]);
});
