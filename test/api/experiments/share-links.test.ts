import { runningExperiments } from '../../support/running-experiments';
import { apiClient } from '../../support/api-client';
import { addMember } from '../../support/members';
import { useWorld } from '../../support/world';

/** Links that show the results of an experiment without signing in. */

const world = useWorld({ temporal: false, environment: { RATE_LIMITS: 'on' } });
let experimentId: string;

const { run, resultsOf, recordEvents } = runningExperiments(world);

beforeAll(async () => {
  const { body: conversion } = await world.api.post('/api/conversion-goals', {
    name: 'Purchase',
    type: 'custom_event',
    eventName: 'bought',
  });
  experimentId = await run({ primary_metric: conversion.id });
  await recordEvents(
    ['control', 'blue'].flatMap((variantId) => [
      { type: 'experiment_exposure', visitorId: `of-${variantId}`, data: { experimentId, variantId } },
      { type: 'bought', visitorId: `of-${variantId}` },
    ]),
  );
});

const linksPath = (): string => `/api/experiments/${experimentId}/share-links`;
const tokenOf = (url: string): string => url.split('/').at(-1)!;
/** Calls without credentials. */
const open = (path: string) => world.api.raw(path, { headers: {} });

test('a link shows the results to everyone, without ids of people or the workspace, until it is revoked', async () => {
  const { status, body: link, headers } = await world.api.post(linksPath(), { expiresInDays: 7 });
  expect({ status, link }).toMatchObject({ status: 201, link: { status: 'active', revokedAt: null } });
  expect(headers.get('cache-control')).toBe('no-store');
  expect(link.url).toMatch(/^http.*\/console\/shared\/[\w-]{43}$/);
  expect(Date.parse(link.expiresAt as string) - Date.now()).toBeLessThan(7 * 86_400_000 + 1);
  const token = tokenOf(link.url as string);

  const shared = await open(`/api/shared/experiments/${token}`);
  const results = await resultsOf(experimentId);
  expect(shared).toMatchObject({ status: 200, body: { name: 'Prices', expiresAt: link.expiresAt, results } });
  expect(Object.values(shared.body.metricNames as object)).toEqual(['Purchase']);
  const { body: experiment } = await world.api.get(`/api/experiments/${experimentId}`);
  expect(shared.body.variants).toEqual(experiment.variants);
  expect(shared.headers.get('x-robots-tag')).toBe('noindex');
  expect(Number(shared.headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
  const text = JSON.stringify(shared.body);
  for (const hidden of ['of-blue', world.demo.workspaceId, world.demo.owner.email, 'resultsUrl']) {
    expect(text).not.toContain(hidden);
  }

  const { body: listed } = await world.api.get(linksPath());
  expect(listed[0]).toMatchObject({ id: link.id, status: 'active', expiresAt: link.expiresAt });
  expect(listed[0].createdByName).toEqual(expect.any(String));
  expect(JSON.stringify(listed)).not.toContain(token);
  const stored = await world.database('experiment_share_links').where({ id: link.id }).first();
  expect(JSON.stringify(stored)).not.toContain(token);

  // Revoking can be repeated.
  for (let time = 0; time < 2; time += 1) {
    expect((await world.api.delete(`${linksPath()}/${link.id}`)).status).toBe(200);
  }
  expect((await open(`/api/shared/experiments/${token}`)).status).toBe(404);
  expect((await world.api.get(linksPath())).body[0]).toMatchObject({ id: link.id, status: 'revoked' });
  const { body: trail } = await world.api.get(`/api/experiments/${experimentId}/audit`);
  const actions = (trail as { action: string; metadata: { linkId?: string } }[]).filter(
    ({ metadata }) => metadata.linkId === link.id,
  );
  expect(actions).toMatchObject([
    { action: 'experiment.share_link_revoked', metadata: { linkId: link.id } },
    { action: 'experiment.share_link_created', metadata: { linkId: link.id, expiresAt: link.expiresAt } },
  ]);
});

test('an expired link and an unknown token show nothing, and only admins manage links', async () => {
  const { body: link } = await world.api.post(linksPath(), {});
  const token = tokenOf(link.url as string);
  expect((await open(`/api/shared/experiments/${token}`)).status).toBe(200);
  const passed = new Date(Date.now() - 1_000);
  await world.database('experiment_share_links').where({ id: link.id }).update({ expires_at: passed });
  expect((await open(`/api/shared/experiments/${token}`)).status).toBe(404);
  expect((await world.api.get(linksPath())).body[0]).toMatchObject({ id: link.id, status: 'expired' });
  expect((await open(`/api/shared/experiments/${'x'.repeat(43)}`)).status).toBe(404);
  expect((await open(`/console/shared/${'x'.repeat(43)}`)).status).not.toBe(200);
  const member = apiClient(world.apiUrl, (await addMember(world, 'member')).userKey);
  for (const { status } of [
    await member.get(linksPath()),
    await member.post(linksPath(), {}),
    await member.delete(`${linksPath()}/${link.id}`),
  ]) {
    expect(status).toBe(403);
  }
  expect((await world.api.post(linksPath(), { expiresInDays: 366 })).status).toBe(400);
  expect((await world.api.delete(`${linksPath()}/shr_none`)).status).toBe(404);
});
