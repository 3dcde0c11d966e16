import { randomBytes } from 'node:crypto';
import { systemRandom } from '../../../context/create-context';
import { readCredentialsKeys, type CredentialsKey } from '../../../domain/connections/credentials-box';
import { uniqueName } from '../../support/journeys';
import { setting } from '../../support/members';
import { useWorld } from '../../support/world';
import { rotateCredentials } from '../../../operations/connections/rotate-credentials';

const world = useWorld({ temporal: false });
const rotate = (credentialsKeys: CredentialsKey[]) =>
  rotateCredentials({ ...world, random: systemRandom, settings: { credentialsKeys } });

const path = (name: string) => `/api/workspace/secrets/${name}`;
const newName = () => uniqueName('secret').replace(/\W/g, '_');

test('a secret can be set, replaced, listed by name and deleted; each change is logged', async () => {
  const name = newName();
  const values = [uniqueName('first-value'), uniqueName('second-value')];
  const set = await world.api.put(path(name), { value: values[0] });
  expect([set.status, set.body]).toEqual([200, { name, createdAt: expect.any(String), updatedAt: expect.any(String) }]);
  const replaced = await world.api.put(path(name), { value: values[1] });
  expect(replaced.body.createdAt).toBe(set.body.createdAt);
  const list = await world.api.get('/api/workspace/secrets?limit=200');
  expect(list.body.data).toContainEqual(replaced.body);
  expect((await world.api.delete(path(name))).body).toEqual({ id: name, deleted: true });
  expect((await world.api.delete(path(name))).status).toBe(404);
  const log = (await world.api.get('/api/audit?action=secret.*&limit=200')).body.data as {
    metadata: { name: string };
  }[];
  const mine = log.filter(({ metadata }) => metadata.name === name);
  expect(mine).toMatchObject([
    { action: 'secret.deleted', actorKind: 'key' },
    { action: 'secret.replaced' },
    { action: 'secret.created' },
  ]);
  for (const value of values) expect(JSON.stringify([set.body, list.body, log])).not.toContain(value);
});

test('the value is encrypted in the database and bound to its workspace and name', async () => {
  const name = newName();
  const value = uniqueName('a-value-in-clear');
  await world.api.put(path(name), { value });
  const row = await world.database('workspace_secrets').where({ name }).first();
  expect(row.value.includes(Buffer.from(value))).toBe(false);
  expect(row.value_key_id).toBe('test');
  const keys = readCredentialsKeys(setting(world, 'CREDENTIALS_KEYS'));
  const newer = { id: 'newer', key: randomBytes(32) };
  expect((await rotate([newer, ...keys])).unopened).toEqual([]);
  const after = await world.database('workspace_secrets').where({ name }).first();
  expect([after.value_key_id, after.value.equals(row.value)]).toEqual(['newer', false]);
  expect((await rotate(keys)).unopened).toContain(`${world.demo.workspaceId}/${name}`);
  expect((await rotate([...keys, newer])).unopened).toEqual([]);
});

test.each(['1st', 'a-b', 'x'.repeat(65), 'constructor', 'size', 'hasOwnProperty', 'a%20b'])(
  'refuses the name %s',
  async (name) => {
    expect((await world.api.put(path(name), { value: 'x' })).status).toBe(400);
  },
);

test('an empty or too long value is refused, and the list is in pages', async () => {
  for (const body of [{}, { value: '' }, { value: 1 }, { value: 'x'.repeat(8_001) }, { value: 'x', name: 'y' }]) {
    expect((await world.api.put(path('x'), body)).status).toBe(400);
  }
  for (const name of ['page_a', 'page_b', 'page_c']) await world.api.put(path(name), { value: 'x' });
  const names: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await world.api.get(`/api/workspace/secrets?limit=1${query}`);
    names.push(...body.data.map((secret: { name: string }) => secret.name));
    cursor = body.nextCursor;
  }
  expect(names).toEqual(expect.arrayContaining(['page_a', 'page_b', 'page_c']));
  expect(names).toEqual([...names].sort());
});

test('publishing refuses an unknown secret, and marketing emails cannot use secrets', async () => {
  const trigger = await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') });
  const name = newName();
  const steps = [
    {
      id: 'call',
      kind: 'webhook',
      url: 'https://crm.example/',
      headers: { 'X-Token': `{{ secrets.${name} }}` },
      next: 'end',
    },
    { id: 'end', kind: 'exit' },
  ];
  const { id } = (await world.api.post('/api/journeys', { name: 'x', triggerContractId: trigger.body.id, steps })).body;
  const refused = await world.api.post(`/api/journeys/${id}/publish`);
  expect([refused.status, refused.body.details]).toEqual([
    400,
    [{ path: 'steps.0.headers.X-Token', message: expect.stringContaining(name) }],
  ]);
  await world.api.put(path(name), { value: 'a-value-for-mail' });
  expect((await world.api.post(`/api/journeys/${id}/publish`)).status).toBe(200);
  const slots = { subject: `[{{ secrets.${name} }}]`, headline: 'x', body: 'x' };
  const mail = await world.api.post('/api/communications', { name: 'x', commType: 'marketing', slots });
  const preview = await world.api.post(`/api/communications/${mail.body.id}/preview`, {});
  expect(JSON.stringify(preview.body)).not.toContain('a-value-for-mail');
});
