import { continueImport } from '../../../operations/end-users/continue-import';
import { createPerson, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

/** Imports of people from files. No worker runs, so the tests continue the imports. */

const world = useWorld({ temporal: false });
const consent = { marketing: true, source: 'trade fair' };

const post = (csv: string, query: Record<string, unknown> = { consent }) => {
  const given = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return world.api.raw(`/api/end-users/import?${new URLSearchParams(given).toString()}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', authorization: `Bearer ${world.demo.serverKey}` },
    body: csv,
  });
};

/** Carries out the commands of imports, each twice, as after a lost response. */
async function carryOut(): Promise<void> {
  const queued = () => world.database('outbox').where({ kind: 'import_people' });
  for (let [command] = await queued(); command !== undefined; [command] = await queued()) {
    await continueImport(world, command.workspace_id, command.subject_id);
    await world.database('outbox').where({ id: command.id }).delete();
  }
}

const read = async (id: string) => (await world.api.get(`/api/end-users/imports/${id}`)).body;

/** Imports a file whole. */
async function imported(csv: string, query?: Record<string, unknown>) {
  const { status, body } = await post(csv, query);
  expect([status, body]).toEqual([202, { importId: expect.any(String) }]);
  await carryOut();
  return read(body.importId);
}

const byEmail = async (email: string) =>
  (await world.api.get(`/api/end-users?email=${encodeURIComponent(email)}`)).body.data[0];

test('rows create, update, and are refused one by one, with their problem', async () => {
  const mark = uniqueName('import');
  const known = await createPerson(world, {
    email: `known.${mark}@example.com`,
    attributes: { plan: 'free', city: 'Bonn' },
  });
  const [own, taken] = [uniqueName('own'), uniqueName('taken')];
  await imported(`email,id\ntaken.${mark}@example.com,${taken}\n`);
  const result = await imported(
    [
      'E-Mail;Customer;Plan;Seats;Zip;Vip;TZ',
      `New.${mark}@Example.com ;${own};pro;3;01067;true;Europe/Berlin`,
      `known.${mark}@example.com;;team;;;;`,
      `known.${mark}@example.com;;team;;;;`,
      'not an address;;pro;;;;',
      ';;pro;;;;',
      `late.${mark}@example.com;;"a ""quoted"" value";;;;Mars/Base`,
      `known.${mark}@example.com;${taken};pro;;;;`,
      `other.${mark}@example.com;${taken};pro;;;;`,
      '',
    ].join('\r\n'),
    {
      consent,
      columns: {
        'E-Mail': 'email',
        Customer: 'id',
        Plan: 'attributes.plan',
        Seats: 'attributes.seats',
        Zip: 'attributes.zip',
        Vip: 'attributes.vip',
        TZ: 'timezone',
      },
    },
  );
  expect(result).toMatchObject({ status: 'completed', total: 8, created: 1, updated: 2, unchanged: 0, rejected: 5 });
  expect(result.errors).toEqual([
    { row: 4, message: '"not an address" is not an email address.' },
    { row: 5, message: 'The row has no email address and no ID.' },
    { row: 6, message: '"Mars/Base" is not a timezone such as Europe/Berlin.' },
    { row: 7, message: 'The ID and the email address belong to different people.' },
    { row: 8, message: 'The person with this ID has another email address. Change it on their page first.' },
  ]);
  expect(await byEmail(`new.${mark}@example.com`)).toMatchObject({
    attributes: { plan: 'pro', seats: 3, zip: '01067', vip: true },
    timezone: 'Europe/Berlin',
    consent: { marketing: true, source: 'trade fair' },
  });
  expect((await world.api.get(`/api/end-users/${known.id}`)).body.attributes).toEqual({ plan: 'team', city: 'Bonn' });
  const errors = await world.api.get(`/api/end-users/imports/${result.id}/errors`);
  expect(String(errors.body)).toContain('6,"""Mars/Base""');
});

test('an import cannot undo an opt-out, and can record one', async () => {
  const email = `${uniqueName('optout')}@example.com`;
  const person = await createPerson(world, { email, consent: { marketing: false, source: 'phone' } });
  await imported(`email\n${email}\n`);
  expect((await world.api.get(`/api/end-users/${person.id}`)).body.consent).toMatchObject({
    marketing: false,
    source: 'phone',
  });
  const other = await createPerson(world);
  await imported(`email,consent.marketing,consent.source\n${other.email},no,list of objections\n`, {});
  expect((await byEmail(other.email)).consent).toMatchObject({ marketing: false, source: 'list of objections' });
});

test('consent must be stated, and columns must fit the file', async () => {
  const refused = async (csv: string, query: Record<string, unknown>) => {
    const { status, body } = await post(csv, query);
    expect(status).toBe(400);
    return body.details.map(({ path }: { path: string }) => path);
  };
  expect(await refused('email\na@example.com\n', {})).toEqual(['consent']);
  expect(await refused('name\nAda\n', { consent })).toEqual(['columns']);
  expect(await refused('email\na@example.com\n', { consent, columns: { mail: 'email', email: 'mail' } })).toEqual([
    'columns.mail',
    'columns.email',
    'columns',
  ]);
  expect((await post('email\n', { consent })).status).toBe(400);
  expect((await post('email\n"a', { consent })).status).toBe(400);
  expect(await world.database('people_imports').where({ status: 'receiving' })).toEqual([]);
  const json = await world.api.post('/api/end-users/import', { rows: [{ email: 'a@example.com' }] });
  expect(json.status).toBe(400);
});

test('a dry run counts and changes nothing', async () => {
  const email = `${uniqueName('dry')}@example.com`;
  const result = await imported(`email,plan\n${email},pro\nwrong,pro\n`, { consent, dryRun: 'true' });
  expect(result).toMatchObject({ dryRun: true, status: 'completed', created: 1, rejected: 1 });
  expect(await byEmail(email)).toBeUndefined();
  expect((await world.api.post(`/api/end-users/imports/${result.id}/undo`)).status).toBe(409);
});

test('an undo deletes created people, except those who were changed since', async () => {
  const mark = uniqueName('undo');
  const emails = ['one', 'two', 'three'].map((name) => `${name}.${mark}@example.com`);
  const rows = emails.map((email) => ({ email, plan: 'pro' }));
  const body = { rows, columns: { email: 'email', plan: 'attributes.plan' }, consent };
  const { importId } = (await world.api.post('/api/end-users/import', body)).body;
  await carryOut();
  const kept = await byEmail(emails[1]!);
  await world.api.patch(`/api/end-users/${kept.id}`, { attributes: { plan: 'team' } });
  expect((await world.api.post(`/api/end-users/imports/${importId}/undo`)).body).toMatchObject({ status: 'undoing' });
  await carryOut();
  expect(await read(importId)).toMatchObject({ status: 'undone', created: 3, removed: 2, kept: 1 });
  expect(await byEmail(emails[0]!)).toBeUndefined();
  expect(await byEmail(emails[1]!)).toMatchObject({ id: kept.id });
});

test('people are exported as a file that can be imported', async () => {
  const plan = uniqueName('plan');
  const person = await createPerson(world, { attributes: { plan, note: '=SUM(A1)' } });
  const condition = { field: 'attributes.plan', operator: 'equals', value: plan };
  const audience = await world.api.post('/api/audiences', { name: plan, condition });
  const file = await world.api.get(`/api/end-users/export?audienceId=${audience.body.id}`);
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="people.csv"');
  const [header, line, ...rest] = String(file.body).trim().split('\r\n');
  expect(header).toMatch(/^id,email,timezone,locale,consent\.marketing,consent\.source,created_at,attributes\./);
  expect([line?.startsWith(`${person.id},${person.email},`), rest]).toEqual([true, []]);
  expect(line).toContain("'=SUM(A1)");
});

test('an erased person is not imported again, by address or own id', async () => {
  const [email, id] = [`${uniqueName('erased')}@example.com`, uniqueName('own')];
  await imported(`email,id\n${email},${id}\n`);
  const person = await byEmail(email);
  expect((await world.api.post(`/api/end-users/${person.id}/erase`)).status).toBe(202);
  const result = await imported(`email,id\n${email},\n,${id}\n`);
  const message = 'The person was erased, and cannot be imported again.';
  expect(result.errors).toEqual([
    { row: 1, message },
    { row: 2, message },
  ]);
  expect(await byEmail(email)).toBeUndefined();
});
