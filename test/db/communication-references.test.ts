import { fillReferences } from '../../db/communications/communication-references';
import { findCommunication, insertCommunication } from '../../db/communications/communications';
import { connect, type Database } from '../../db/connection/pool';
import { createTestDatabase, type TestDatabase } from '../support/database';

let testDatabase: TestDatabase;
let database: Database;
const workspaceId = 'wsp_references';
const slots = { subject: 'Hi {{ name }}', headline: '', body: '', ctaLabel: '', ctaUrl: '' };
const shared = { workspaceId, name: 'Old', commType: 'transactional', slots, text: null, tracking: true } as const;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = connect({ url: testDatabase.url, poolSize: 2, applicationName: 'test' });
  await database('workspaces').insert({ id: workspaceId, name: 'References', public_key: 'svc_pk_references' });
});

afterAll(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const find = (id: string) => findCommunication(database, workspaceId, id);

test('what was saved before there were references gets them; what is too costly is named, and can still be read', async () => {
  const plain = await insertCommunication(database, { ...shared, html: null });
  const html = `{% if ${Array(15_000).fill('a').join(' and ')} %}x{% endif %}`;
  const costly = await insertCommunication(database, { ...shared, html });
  expect(plain.references).toBeUndefined();
  const problem = 'html: has more than 60000 characters of Liquid: make it simpler';
  expect(await fillReferences(database)).toEqual([{ workspaceId, id: costly.id, problem }]);
  expect(await find(plain.id)).toMatchObject({ references: { 'slots.subject': [['name']] }, problem: null });
  expect(await find(costly.id)).toMatchObject({ references: null, problem });
  // Code of the release before changes content and knows nothing of references.
  await database('communications')
    .where({ id: plain.id })
    .update({ html: '{{ b }}', updated_at: database.raw(`updated_at + interval '1 second'`) });
  expect((await find(plain.id))?.references).toBeUndefined();
  expect(await fillReferences(database)).toEqual([]);
  expect((await find(plain.id))?.references).toEqual({ 'slots.subject': [['name']], html: [['b']] });
});
