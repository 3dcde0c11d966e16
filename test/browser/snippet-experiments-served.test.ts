import type { Experiment } from '../../db/experiments/experiments';
import { assignVariant } from '../../domain/experiments/allocate';
import { leave, openPage, pageAddress } from '../support/snippet-site';
import { createSnippetWorld, type SnippetWorld } from '../support/snippet-world';
import { createExperiment } from '../support/workspaces';

let service: SnippetWorld;
/** An experiment whose second element no page has. The service keeps its list of experiments for 5 s. */
let offers: Experiment;

beforeAll(async () => {
  service = await createSnippetWorld();
  const { world } = service;
  offers = await createExperiment(world.database, world.demo.workspaceId, {
    name: 'Offers',
    targetUrl: '/offers',
    variants: ['one', 'two'].map((id) => ({
      id,
      name: id,
      weight: 0.5,
      patch: ['p', '#missing'].map((selector) => ({ selector, action: 'set' as const, attribute: 'title', value: id })),
    })),
  });
});

afterAll(() => service.stop());

test('the served snippet applies an experiment under a content policy, and its exposure is stored', async () => {
  const { context, problems } = await service.newProfile();
  const { world, site } = service;
  const experiment = await createExperiment(world.database, world.demo.workspaceId, {
    name: 'Prices',
    targetUrl: '/prices',
    variants: ['blue', 'green'].map((color) => ({
      id: color,
      name: color,
      weight: 0.5,
      css: `main { color: ${color} }`,
      patch: { selector: 'p', action: 'set', attribute: 'title', value: color },
    })),
  });
  const api = new URL(world.apiUrl).hostname;
  const csp = `default-src 'none'; img-src data:; script-src NONCE; style-src NONCE; connect-src http://${api}:*`;
  const page = await openPage(context, pageAddress(site, '/prices', { csp }));
  await page.waitForSelector('p[title]');
  const visitorId = await page.evaluate<string>('window.apex.visitorId()');
  const variant = assignVariant(experiment, visitorId)?.id;
  const color = { blue: 'rgb(0, 0, 255)', green: 'rgb(0, 128, 0)' }[String(variant)];
  expect(await page.getAttribute('p', 'title')).toBe(variant);
  expect(await page.evaluate("getComputedStyle(document.querySelector('main')).color")).toBe(color);
  await page.evaluate("history.pushState({}, '', '/about')");
  expect(await page.getAttribute('p', 'title')).toBeNull();
  await page.evaluate("history.pushState({}, '', '/prices')");
  expect(await page.getAttribute('p', 'title')).toBe(variant);
  await leave(page);
  const [exposure, ...others] = await service.eventsOnceThere('/prices', 'experiment_exposure', 1);
  expect(others).toEqual([]);
  expect(exposure).toMatchObject({
    visitor_id: visitorId,
    data: { experimentId: experiment.id, variantId: variant },
  });
  expect(problems).toEqual([]);
});

test('a variant that never found its element is reported when the visitor leaves', async () => {
  const { context } = await service.newProfile();
  const { world, site } = service;
  const page = await openPage(context, pageAddress(site, '/offers'));
  await page.waitForSelector('p[title]');
  const variantId = await page.getAttribute('p', 'title');
  await leave(page);
  const events = await service.eventsOnceThere('/offers', 'experiment_error', 1);
  expect(events.map(({ data }) => data)).toEqual([
    { experimentId: offers.id, variantId, reason: 'no_element: #missing' },
  ]);
  expect(await service.events('/offers', 'experiment_exposure')).toEqual([]);
  const results = await world.api.get(`/api/experiments/${offers.id}/results`);
  expect(results.body.dataQuality.applyErrors).toMatchObject({
    flagged: true,
    variants: [{ variantId, visitors: 1, unexposed: 1, share: 1 }],
  });
});
