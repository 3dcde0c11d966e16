import { isSuppressed } from '../../../db/email/suppressions';
import { readAddresses } from '../../../domain/suppressions/read-addresses';
import { apiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const suppress = (fields: object) => world.api.post('/api/suppressions', fields);
const address = (): string => `${uniqueName('person')}@example.com`;
const isHeld = (email: string, workspaceId = world.demo.workspaceId): Promise<boolean> =>
  isSuppressed(world.database, workspaceId, email);

test('an address can be suppressed by hand in any spelling, and released', async () => {
  const email = address();
  const made = await suppress({ email: ` ${email.toUpperCase()} ` });
  expect(made.status).toBe(201);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^sup_/),
    email,
    reason: 'manual',
    origin: expect.stringMatching(/^key_/),
    createdAt: expect.any(String),
  });
  expect([await isHeld(email), await isHeld(email.toUpperCase()), await isHeld(email, 'wsp_other')]).toEqual([
    true,
    true,
    false,
  ]);
  const path = `/api/suppressions/${made.body.id}`;
  expect((await world.api.get(path)).body).toEqual(made.body);
  expect(await world.api.delete(path)).toMatchObject({ status: 200, body: { id: made.body.id, deleted: true } });
  expect(await isHeld(email)).toBe(false);
  expect([(await world.api.get(path)).status, (await world.api.delete(path)).status]).toEqual([404, 404]);
});

test('suppressing an address again is a conflict, also in parallel', async () => {
  const email = address();
  const responses = await Promise.all(Array.from({ length: 8 }, () => suppress({ email, reason: 'complaint' })));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  const refusals = responses.filter(({ status }) => status !== 201);
  expect(refusals.map(({ body }) => body.code)).toEqual(Array.from({ length: 7 }, () => 'CONFLICT'));
});

test('the address and reason can be corrected, with one suppression per address', async () => {
  const [email, taken] = [address(), address()];
  const made = (await suppress({ email })).body;
  await suppress({ email: taken });
  const path = `/api/suppressions/${made.id}`;
  const corrected = address();
  const changed = await world.api.patch(path, { email: ` ${corrected.toUpperCase()}`, reason: 'complaint' });
  expect(changed).toMatchObject({ status: 200, body: { ...made, email: corrected, reason: 'complaint' } });
  expect([await isHeld(email), await isHeld(corrected)]).toEqual([false, true]);
  expect(await world.api.patch(path, { email: taken })).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
  expect((await world.api.get(path)).body).toEqual(changed.body);
  for (const body of [{}, { origin: 'me' }, { reason: 'dislike' }, { email: null }, []]) {
    expect((await world.api.patch(path, body)).status).toBe(400);
  }
  expect((await world.api.patch('/api/suppressions/sup_none', { reason: 'bounce' })).status).toBe(404);
  const entries = await world.database('audit_entries').whereRaw(`metadata ->> 'suppressionId' = ?`, made.id);
  expect(entries.map(({ action }) => action).sort()).toEqual(['suppression.created', 'suppression.updated']);
});

test('only an address and a known reason are accepted', async () => {
  const bodies = [{}, { email: 'nobody' }, { email: address(), reason: 'dislike' }, { email: address(), note: 'x' }];
  for (const body of bodies) expect((await suppress(body)).status).toBe(400);
});

test('the list is in pages, newest first', async () => {
  for (let index = 0; index < 3; index += 1) await suppress({ email: address(), reason: 'bounce' });
  const first = (await world.api.get('/api/suppressions?limit=2')).body;
  const rest = (await world.api.get(`/api/suppressions?cursor=${first.nextCursor}`)).body;
  const ids = [...first.data, ...rest.data].map(({ id }: { id: string }) => id);
  const rows = await world.database('suppressions').orderBy('id', 'desc').select('id');
  expect(ids).toEqual(rows.map(({ id }) => id));
  expect(rest.nextCursor).toBeNull();
});

test('a search finds a part of an address in any case, in pages', async () => {
  const part = uniqueName('part');
  const emails = ['a', 'b', 'c'].map((name) => `${name}.${part}@example.com`);
  for (const email of emails) await suppress({ email });
  await suppress({ email: `${part.replace('-', '_')}@example.com` });
  const found: string[] = [];
  let cursor = '';
  do {
    const { body } = await world.api.get(`/api/suppressions?limit=2&q=${part.toUpperCase()}${cursor}`);
    found.push(...body.data.map(({ email }: { email: string }) => email));
    cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
  } while (cursor !== '');
  expect(found).toEqual(emails.toReversed());
  // In a pattern, an underscore and a percent sign would match other addresses.
  for (const text of [part.replace('-', '_').slice(1, -1).concat('_'), '%25']) {
    expect((await world.api.get(`/api/suppressions?q=${text}`)).body.data).toEqual([]);
  }
});

test('an import is checked first, can be repeated, and comes back in the export', async () => {
  const [held, fresh] = [address(), address()];
  await suppress({ email: held, reason: 'complaint' });
  const addresses = [held, ` ${fresh.toUpperCase()}`, fresh, 'nobody', 'two@@example.com'];
  const send = (fields: object) =>
    world.api.post('/api/suppressions/import', { addresses, reason: 'bounce', ...fields });
  const expected = { existing: 1, added: 1, repeated: 1, invalid: 2 };
  const checked = await send({ dryRun: true });
  expect(checked).toMatchObject({ status: 200, body: { ...expected, dryRun: true } });
  expect(checked.body.problems.map(({ index, text }: { index: number; text: string }) => [index, text])).toEqual([
    [3, 'nobody'],
    [4, 'two@@example.com'],
  ]);
  expect(await isHeld(fresh)).toBe(false);
  expect((await send({})).body).toMatchObject({ ...expected, dryRun: false });
  expect((await send({})).body).toMatchObject({ existing: 2, added: 0 });
  const csv = await (
    await fetch(`${world.apiUrl}/api/suppressions/export`, { headers: { 'x-api-key': world.demo.serverKey } })
  ).text();
  const lines = csv.trimEnd().split('\r\n');
  expect(lines[0]).toBe('email,reason,origin,since');
  expect(lines).toHaveLength(1 + (await world.database('suppressions')).length);
  const reasons = [held, fresh].map((email) => lines.find((line) => line.startsWith(`${email},`))?.split(',')[1]);
  expect(reasons).toEqual(['complaint', 'bounce']);
  expect(readAddresses(csv)).toEqual(lines.slice(1).map((line) => line.split(',')[0]));
  const audit = await world.database('audit_entries').where({ action: 'suppressions.imported' }).pluck('metadata');
  expect(audit).toEqual([{ added: 1, existing: 1, reason: 'bounce' }]);
});

test('an import with too many addresses is refused with the limit', async () => {
  const addresses = Array.from({ length: 10_001 }, (_, index) => `person${index}@example.com`);
  const { status, body } = await world.api.post('/api/suppressions/import', { addresses });
  expect([status, body.details[0]]).toEqual([
    400,
    { path: 'addresses', message: 'must have at most 10,000 addresses. Import the rest in another request' },
  ]);
  const most = await world.api.post('/api/suppressions/import', { addresses: addresses.slice(1), dryRun: true });
  expect(most).toMatchObject({ status: 200, body: { added: 10_000 } });
});

test('every list refuses a made-up cursor', async () => {
  await suppress({ email: address(), reason: 'bounce' });
  await suppress({ email: address(), reason: 'bounce' });
  const { nextCursor } = (await world.api.get('/api/suppressions?limit=1')).body;
  const lists = Object.entries((await world.api.get('/api/openapi.json')).body.paths as Record<string, Paged>)
    // Without those of a session alone, which take no key.
    .filter(([, { get }]) => get?.security?.some((one) => 'apiKey' in one))
    .filter(([, { get }]) => get?.parameters?.some(({ name }) => name === 'cursor'))
    .map(([path]) => path);
  expect(lists.length).toBeGreaterThan(7);
  for (const list of lists) {
    const madeUp = [[1], ['\0'], ['sup_\ud800'], [new Date().toISOString(), '\0'], ['x', 'y', 'z'], null].map((key) =>
      Buffer.from(JSON.stringify(key)).toString('base64url'),
    );
    for (const cursor of ['x', 'sup_0', nextCursor.slice(1), ...madeUp]) {
      const { status, body } = await world.ownerApi.get(`${list}?cursor=${cursor}`);
      expect([list, status, body.details?.[0]?.path]).toEqual([list, 400, 'cursor']);
    }
  }
});

interface Paged {
  get?: { parameters?: { name: string }[]; security?: Record<string, unknown>[] };
}

test('the actor is logged without the address', async () => {
  const email = address();
  const admin = await addMember(world, 'admin');
  const made = await apiClient(world.apiUrl, admin.userKey).post('/api/suppressions', { email });
  expect(made.body.origin).toBe(admin.id);
  await world.api.delete(`/api/suppressions/${made.body.id}`);
  const entries = await world.database('audit_entries').whereRaw(`metadata ->> 'suppressionId' = ?`, made.body.id);
  expect(entries.map(({ action }) => action).sort()).toEqual(['suppression.created', 'suppression.deleted']);
  expect(JSON.stringify(entries)).not.toContain(email);
});
