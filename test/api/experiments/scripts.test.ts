import { uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Workspaces that do not allow scripts in experiments. */

const world = useWorld({ temporal: false });

const allow = async (allowJsPatches: boolean): Promise<void> => {
  const response = await world.api.patch('/api/workspace', { allowJsPatches });
  expect(response).toMatchObject({ status: 200, body: { allowJsPatches } });
};
const create = (content: object) =>
  world.api.post('/api/experiments', {
    name: uniqueName('experiment'),
    targetUrl: '/',
    variants: [{ name: 'Control' }, { id: 'other', name: 'Other', ...content }],
  });
const patch = (id: string, body: object) => world.api.patch(`/api/experiments/${id}`, body);
const script = { js: 'document.title = 1' };
const plain = {
  css: 'h1 { color: red }',
  patch: { selector: 'h1', action: 'set', attribute: 'html', value: '<b>Hi</b>' },
};
/** Turns structured data into a script. */
const dataAsScript = {
  patch: [
    { selector: 'script[type="application/ld+json"]', action: 'set', attribute: 'type', value: 'text/javascript' },
    { selector: 'script[type="text/javascript"]:not([src])', action: 'set', attribute: 'html', value: 'alert(1)' },
  ],
};
const refusal = {
  status: 400,
  body: {
    code: 'VALIDATION_ERROR',
    details: [{ path: 'variants.1.js', message: expect.stringMatching(/allowJsPatches/) }],
  },
};

test('scripts are allowed by default', async () => {
  expect((await world.api.get('/api/workspace')).body.allowJsPatches).toBe(true);
  expect((await create(script)).status).toBe(201);
});

test('with the setting off, scripts cannot be saved, started or served', async () => {
  await allow(true);
  const running = (await create(script)).body.id as string;
  await patch(running, { status: 'running' });
  const draft = (await create(script)).body.id as string;
  const harmless = (await create(plain)).body.id as string;
  await patch(harmless, { status: 'running' });
  await allow(false);
  // The list is cached for two seconds.
  const served = await waitForServed((ids) => ids.includes(harmless));
  expect(served).not.toContain(running);
  expect((await world.api.post(`/api/experiments/${running}/assign`, { visitorId: 'v1' })).body).toEqual({
    variantId: null,
    inExperiment: false,
  });
  expect(await create(script)).toMatchObject(refusal);
  expect(await patch(draft, { status: 'running' })).toMatchObject(refusal);
  expect(await world.api.post(`/api/experiments/${running}/promote`, { variantId: 'other' })).toMatchObject({
    status: 400,
  });
  const variants = [
    { id: 'control', weight: 0.5 },
    { id: 'other', weight: 0.5, ...script },
  ];
  expect(await patch(harmless, { variants })).toMatchObject(refusal);
  // It can still be paused, and the script can be removed.
  expect((await patch(running, { status: 'paused' })).status).toBe(200);
  expect((await patch(running, { status: 'running' })).status).toBe(400);
  expect((await patch(draft, { variants: [{ id: 'control' }, { id: 'other', js: null }] })).status).toBe(200);
  await allow(true);
});

async function waitForServed(isReached: (ids: string[]) => boolean): Promise<string[]> {
  let ids: string[] = [];
  await waitFor(async () => {
    const { body } = await world.api.get(`/api/experiments/active?key=${world.demo.workspaceKey}`);
    ids = (body as { id: string }[]).map(({ id }) => id);
    return isReached(ids);
  });
  return ids;
}

test('the list marks variants that can change scripts or other active elements', async () => {
  await allow(true);
  const ids: string[] = [];
  for (const content of [plain, dataAsScript]) ids.push((await create(content)).body.id as string);
  for (const id of ids) await patch(id, { status: 'running' });
  await waitForServed((served) => ids.every((id) => served.includes(id)));
  const { body } = await world.api.get(`/api/experiments/active?key=${world.demo.workspaceKey}`);
  const listed = body as { id: string; variants: { runsScripts?: true }[] }[];
  const marks = ids.map((id) => listed.find((one) => one.id === id)?.variants.map(({ runsScripts }) => runsScripts));
  expect(marks).toEqual([
    [undefined, undefined],
    [undefined, true],
  ]);
});

test('a member can create preview links without scripts only', async () => {
  await allow(true);
  const { userKey } = await addMember(world, 'member');
  const link = async (content: object, key: string): Promise<number> => {
    const { id } = (await create(content)).body;
    const { status } = await world.api.raw(`/api/experiments/${id}/preview-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': key },
      body: JSON.stringify({ variantId: 'other', url: 'https://shop.example.com/' }),
    });
    return status;
  };
  expect(await link(plain, userKey)).toBe(200);
  expect(await link(script, userKey)).toBe(403);
  expect(await link(dataAsScript, userKey)).toBe(403);
  expect(await link(script, world.demo.serverKey)).toBe(200);
});
