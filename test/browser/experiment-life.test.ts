import type { Page } from 'playwright-core';
import { leave, openPage, pageAddress } from '../support/snippet-site';
import { createSnippetWorld, type SnippetWorld } from '../support/snippet-world';
import { waitFor } from '../support/wait-for';

let service: SnippetWorld;

beforeAll(async () => {
  service = await createSnippetWorld();
});

afterAll(() => service.stop());

const colors: Record<string, string> = { control: 'rgb(0, 0, 0)', green: 'rgb(0, 128, 0)' };
const readTitle = (page: Page): Promise<string | null> => page.getAttribute('p', 'title');

/** Waits until browsers receive the experiment with this status, or no longer receive it. */
const served = (id: string, status: string | undefined): Promise<unknown> =>
  waitFor(
    async () => {
      const { body } = await service.world.api.get(`/api/experiments/active?key=${service.world.demo.workspaceKey}`);
      return (body as { id: string; status: string }[]).find((one) => one.id === id)?.status === status;
    },
    { what: `an experiment that is served as ${status}` },
  );

/**
 * Visits the pricing page as a new person in a new browser, and buys if `buys` returns true. Returns the variant shown.
 */
async function visit(buys: (variantId: string) => boolean): Promise<string> {
  const { context, problems } = await service.newProfile();
  const page = await openPage(context, pageAddress(service.site, '/prices'));
  await page.waitForSelector('p[title]');
  const variantId = String(await readTitle(page));
  expect(await page.evaluate("getComputedStyle(document.querySelector('main')).color")).toBe(colors[variantId]);
  if (buys(variantId)) await page.evaluate("window.apex.track('bought')");
  // The profile stays open, because closing it would cancel open requests.
  await leave(page);
  expect(problems).toEqual([]);
  return variantId;
}

test('an experiment is drafted, started, viewed, counted as expected, and promoted', async () => {
  const { api } = service.world;
  const patch = (id: string) => ({ selector: 'p', action: 'set', attribute: 'title', value: id });
  const variants = Object.entries(colors).map(([id, color]) => ({
    id,
    name: id,
    patch: patch(id),
    css: `main { color: ${color} }`,
  }));
  const created = await api.post('/api/experiments', {
    name: 'Prices',
    targetUrl: '/prices',
    primary_metric: 'bought',
    variants,
  });
  expect(created).toMatchObject({ status: 201, body: { status: 'draft', startedAt: null } });
  const { id, links } = created.body;
  const resultsPath = new URL(links.results as string).pathname;
  expect((await api.patch(`/api/experiments/${id}`, { status: 'running' })).status).toBe(200);
  await served(id, 'running');

  // Visits until both variants have four visitors. The first visitor of the control and the first three of the
  // treatment buy.
  const seen: Record<string, number> = { control: 0, green: 0 };
  const buyers: Record<string, number> = { control: 1, green: 3 };
  while (Math.min(...Object.values(seen)) < 4) {
    const variantId = await visit((shown) => seen[shown]! < buyers[shown]!);
    seen[variantId]! += 1;
    expect(Object.values(seen).reduce((sum, count) => sum + count)).toBeLessThan(60);
  }
  await service.eventsOnceThere('/prices', 'experiment_exposure', seen['control']! + seen['green']!);
  await service.eventsOnceThere('/prices', 'bought', 4);

  const results = await api.get(resultsPath);
  expect(results.status).toBe(200);
  const [nA, nB] = [seen['control']!, seen['green']!];
  expect(results.body).toMatchObject({
    experimentId: id,
    status: 'running',
    crossovers: 0,
    recommendation: 'collecting',
    variants: [
      { variantId: 'control', exposures: nA, conversions: 1, lift: null, pValue: null },
      { variantId: 'green', exposures: nB, conversions: 3 },
    ],
  });
  const [control, green] = results.body.variants;
  expect(control.rate).toBeCloseTo(1 / nA, 12);
  expect(green.rate).toBeCloseTo(3 / nB, 12);
  expect(green.lift).toBeCloseTo((3 * nA) / nB - 1, 12);
  // The mean of Beta(1 + x, 1 + n - x) is (1 + x) / (2 + n), and its interval contains the mean.
  const [low, high] = green.credibleInterval95;
  expect(low).toBeLessThan(4 / (2 + nB));
  expect(high).toBeGreaterThan(4 / (2 + nB));

  const promoted = await api.post(`/api/experiments/${id}/promote`, { variantId: 'green' });
  expect(promoted).toMatchObject({ status: 200, body: { status: 'completed', promotedVariantId: 'green' } });
  await served(id, 'completed');
  for (let visitor = 0; visitor < 3; visitor += 1) expect(await visit(() => true)).toBe('green');
  await service.eventsOnceThere('/prices', 'bought', 7);
  const after = await api.get(resultsPath);
  const counts = (body: { variants: object[] }): object[] => body.variants;
  expect(counts(after.body)).toEqual(counts(results.body));

  expect((await api.patch(`/api/experiments/${id}`, { status: 'paused' })).status).toBe(200);
  await served(id, undefined);
});
