import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase } from '../../support/database';
import { addMember, setting } from '../../support/members';
import { internalApi, setPlan } from '../../support/internal';
import { entryArguments } from '../../support/run-entry';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const path = (): string => `/api/internal/workspaces/${world.demo.workspaceId}`;
const plan = async (): Promise<string> => (await world.api.get('/api/workspace')).body.plan;

test('no member of the workspace can change its plan, and the refusal names the command', async () => {
  const owner = await addMember(world, 'owner');
  const before = await plan();
  const attempts = [{ plan: 'free' }, { plan: 'nonsense' }, { plan: 'free', timezone: 'UTC' }, { plan: null }];
  for (const body of attempts) {
    for (const key of [world.demo.serverKey, owner.userKey]) {
      const response = await world.api.raw('/api/workspace', {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: JSON.stringify(body),
      });
      expect(response).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } });
      expect(response.body.error).toMatch(/npm run workspace.*\/api\/internal\/workspaces/);
    }
  }
  expect(await plan()).toBe(before);
});

test('the internal route changes the plan, and the change is logged', async () => {
  await setPlan(world, 'growth');
  const logged = () =>
    world.database('audit_entries').where({ action: 'workspace.plan_changed' }).orderBy('id', 'desc');
  const before = (await logged()).length;
  expect(await internalApi(world).patch(path(), { plan: 'pro' })).toMatchObject({
    status: 200,
    body: { id: world.demo.workspaceId, plan: 'pro' },
  });
  expect(await plan()).toBe('pro');
  const [entry] = await logged();
  expect(entry).toMatchObject({ actor: 'system', metadata: { from: 'growth', to: 'pro' } });
  // Setting the same plan is not a change.
  await setPlan(world, 'pro');
  expect(await logged()).toHaveLength(before + 1);
});

test('the internal route requires the shared secret and a known plan', async () => {
  const { status } = await world.api.patch(path(), { plan: 'free' });
  expect(status).toBe(401);
  expect((await internalApi(world).patch('/api/internal/workspaces/wsp_none', { plan: 'free' })).status).toBe(404);
  for (const body of [{ plan: 'huge' }, {}, { plan: 'free', name: 'Mine' }]) {
    expect((await internalApi(world).patch(path(), body)).status).toBe(400);
  }
});

test('npm run workspace changes the plan and prints its usage', async () => {
  const run = (...given: string[]) =>
    promisify(execFile)(process.execPath, entryArguments('tools/workspace.ts', given), {
      env: { ...process.env, DATABASE_URL: world.databaseUrl, KEY_PEPPER: setting(world, 'KEY_PEPPER') },
    });
  const { stdout } = await run('plan', '--id', world.demo.workspaceId, '--plan', 'starter');
  expect(JSON.parse(stdout)).toEqual({ workspaceId: world.demo.workspaceId, plan: 'starter' });
  expect(await plan()).toBe('starter');
  await expect(run('plan', '--id', world.demo.workspaceId)).rejects.toThrow(/Usage/);
  await expect(run('plan', '--id', 'wsp_none', '--plan', 'free')).rejects.toThrow(/does not exist/);
  const create = ['create', '--email', 'new@example.com', '--name'];
  await expect(run(...create, 'Two\nlines')).rejects.toThrow(/one line/);
});

test('with --first, of two starts one creates the workspace, and none is created next to an existing one', async () => {
  const { url, drop } = await createTestDatabase();
  const first = (databaseUrl: string) =>
    promisify(execFile)(
      process.execPath,
      entryArguments('tools/workspace.ts', ['create', '--first', '--name', 'My workspace', '--email', 'a@apex.test']),
      { env: { ...process.env, DATABASE_URL: databaseUrl, KEY_PEPPER: setting(world, 'KEY_PEPPER') } },
    );
  const outputs = (await Promise.all([first(url), first(url)])).map(({ stdout }) => stdout);
  const printed = outputs.filter((stdout) => stdout !== '');
  expect(printed).toHaveLength(1);
  expect(JSON.parse(printed[0]!)).toMatchObject({ owner: { email: 'a@apex.test', password: expect.any(String) } });
  const { stdout, stderr } = await first(world.databaseUrl);
  expect([stdout, stderr]).toEqual(['', 'The database already has a workspace. Nothing was created.\n']);
  await drop();
});

test('a name is one line of plain text', async () => {
  const rename = (name: unknown) => world.api.patch('/api/workspace', { name });
  expect((await rename('  Acme & Söhne  ')).body.name).toBe('Acme & Söhne');
  const refused = [
    '',
    '   ',
    'Two\nlines',
    'Two\r\nlines',
    'A\u2028B',
    'Tab\tbed',
    'Bell\u0007',
    'A\u202Egnp',
    'x'.repeat(201),
    5,
  ];
  for (const name of refused) expect([name, (await rename(name)).status]).toEqual([name, 400]);
  expect((await rename('x'.repeat(200))).status).toBe(200);
});
