import { readFileSync } from 'node:fs';
import { lockImports } from '../../../db/journeys/imports';
import { importBundle as importRead } from '../../../operations/journeys/import-bundle';
import { tasks } from '../../../domain/tasks';
import { apiClient, type ApiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { waitFor } from '../../support/wait-for';
import { operationContext } from '../../support/operation-context';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });
let internal: ApiClient;

beforeAll(() => {
  internal = apiClient(world.apiUrl, world.environment['SYNC_API_KEY']);
});

const importBundle = (bundle: unknown, workspaceId = world.demo.workspaceId) =>
  internal.post('/api/journeys/internal/import-bundle', { workspaceId, bundle });

/** A bundle with one item of each kind and unique names. */
function sampleBundle(
  changes: { subject?: string; plan?: string; duration?: string; name?: string } = {},
  key = uniqueName('bundle'),
) {
  const { subject = 'Hello', plan = 'pro', duration = 'P1D', name = 'Welcome' } = changes;
  return {
    source: 'test',
    communications: [
      { externalId: `${key}-mail`, name: 'Mail', commType: 'marketing', slots: { subject, body: 'Hi' } },
    ],
    audiences: [
      {
        externalId: `${key}-all`,
        name: 'All',
        condition: { field: 'attributes.plan', operator: 'equals', value: plan },
      },
    ],
    triggerContracts: [{ externalId: `${key}-signup`, eventName: 'signed_up' }],
    journeys: [
      {
        externalId: `${key}-journey`,
        name,
        audienceId: `${key}-all`,
        triggerContractId: `${key}-signup`,
        steps: [
          { id: 'pause', kind: 'wait', duration, next: 'mail' },
          { id: 'mail', kind: 'send', communicationId: `${key}-mail`, next: 'end' },
          { id: 'end', kind: 'exit' },
        ],
      },
    ],
  };
}

const one = { journeys: 1, communications: 1, audiences: 1 };
const nothing = { journeys: 0, communications: 0, audiences: 0 };

const itemId = async (kind: string, externalId: string): Promise<string> =>
  (await world.database('imported_items').where({ kind, external_id: externalId }).first('item_id')).item_id as string;

const journeyOf = async (key: string) => {
  const id = await itemId('journey', `${key}-journey`);
  return (await world.api.get(`/api/journeys/${id}`)).body;
};

/** Reads everything that an import can write. */
async function everything() {
  const tables = [
    'journeys',
    'journey_drafts',
    'communications',
    'audiences',
    'trigger_contracts',
    'imported_items',
    'audit_entries',
  ];
  return Promise.all(
    tables.map((table) => world.database(table).where({ workspace_id: world.demo.workspaceId }).orderByRaw('1, 2, 3')),
  );
}

test('a bundle becomes a draft that references ids of the workspace', async () => {
  const key = uniqueName('bundle');
  const { status, body } = await importBundle(sampleBundle({}, key));
  expect({ status, body }).toEqual({ status: 200, body: { created: one, updated: nothing, unchanged: nothing } });
  const journey = await journeyOf(key);
  expect(journey).toMatchObject({
    name: 'Welcome',
    status: 'draft',
    version: 'draft',
    latestVersion: null,
    holdoutPercent: 10,
    audienceId: await itemId('audience', `${key}-all`),
    triggerContractId: await itemId('trigger_contract', `${key}-signup`),
    steps: [
      { id: 'pause' },
      { id: 'mail', communicationId: await itemId('communication', `${key}-mail`) },
      { id: 'end' },
    ],
  });
  const { body: published } = await world.api.post(`/api/journeys/${journey.id}/publish`);
  expect(published).toMatchObject({ id: journey.id, version: 1 });
});

test('importing the same bundle again changes nothing and keeps manual changes', async () => {
  const key = uniqueName('bundle');
  await importBundle(sampleBundle({}, key));
  const journey = await journeyOf(key);
  await world.api.patch(`/api/journeys/${journey.id}`, { updatedAt: journey.updatedAt, name: 'By hand' });
  const before = await everything();
  const { body } = await importBundle(sampleBundle({}, key));
  expect(body).toEqual({ created: nothing, updated: nothing, unchanged: one });
  expect(await everything()).toEqual(before);
});

test('a changed bundle updates the changed items under the same ids', async () => {
  const key = uniqueName('bundle');
  await importBundle(sampleBundle({}, key));
  const before = await journeyOf(key);
  const { body } = await importBundle(sampleBundle({ subject: 'New', duration: 'P2D', name: 'Renamed' }, key));
  expect(body).toEqual({
    created: nothing,
    updated: { ...nothing, journeys: 1, communications: 1 },
    unchanged: { ...nothing, audiences: 1 },
  });
  const after = await journeyOf(key);
  expect(after).toMatchObject({ id: before.id, name: 'Renamed', steps: [{ duration: 'P2D' }, {}, {}] });
  const communication = await world.api.get(`/api/communications/${before.steps[1].communicationId}`);
  expect(communication.body.slots.subject).toBe('New');
});

test('an import of a published journey opens a draft and keeps the published version', async () => {
  const key = uniqueName('bundle');
  await importBundle(sampleBundle({}, key));
  const { id } = await journeyOf(key);
  await world.api.post(`/api/journeys/${id}/publish`);
  const live = (await world.api.get(`/api/journeys/${id}?version=1`)).body;
  const audience = () => world.database('audiences').where({ id: live.audienceId }).first('condition');
  const audienceBefore = await audience();

  const { body } = await importBundle(sampleBundle({ plan: 'growth', duration: 'P5D', name: 'Renamed' }, key));
  expect(body.updated).toEqual({ ...nothing, journeys: 1, audiences: 1 });
  const after = (await world.api.get(`/api/journeys/${id}`)).body;
  expect(after).toMatchObject({ status: 'published', version: 'draft', latestVersion: 1, name: 'Welcome' });
  expect(after.draft.steps[0].duration).toBe('P5D');
  expect(after.draft.audienceId).not.toBe(live.audienceId);
  const now = (await world.api.get(`/api/journeys/${id}?version=1`)).body;
  expect(now).toMatchObject({ steps: live.steps, audienceId: live.audienceId });
  expect(await audience()).toEqual(audienceBefore);
});

test('an archived journey is kept, and a changed bundle creates a new draft', async () => {
  const key = uniqueName('bundle');
  await importBundle(sampleBundle({}, key));
  const { id } = await journeyOf(key);
  await world.database('journeys').where({ id }).update({ status: 'archived' });
  expect((await importBundle(sampleBundle({}, key))).body.unchanged).toEqual(one);
  expect((await importBundle(sampleBundle({ duration: 'P9D' }, key))).body.created).toEqual({
    ...nothing,
    journeys: 1,
  });
  expect((await journeyOf(key)).id).not.toBe(id);
});

test('an invalid bundle is refused with the reasons, and nothing is written', async () => {
  const good = sampleBundle();
  const before = await everything();
  const unknown = await importBundle({ ...good, communications: [] });
  expect(unknown.status).toBe(400);
  expect(unknown.body.details).toEqual([
    {
      path: 'bundle.journeys.0.steps.1.communicationId',
      message: expect.stringContaining('does not exist in the communications of the bundle'),
    },
  ]);
  const template = await importBundle({
    ...good,
    communications: [{ ...good.communications[0], html: '{% if %}' }],
  });
  expect(template).toMatchObject({ status: 400, body: { details: [{ path: 'bundle.communications.0.html' }] } });
  expect((await importBundle({ ...good, journeys: [{ externalId: 'x' }] })).status).toBe(400);
  expect((await importBundle({ ...good, surprise: 1 })).status).toBe(400);
  expect(await everything()).toEqual(before);
});

test('a failure during the import rolls back everything', async () => {
  const key = uniqueName('bundle');
  const before = await everything();
  // The trigger fails only when the journey is inserted, after the items that it references.
  await world.database.raw(`
    create function refuse_marked() returns trigger language plpgsql as $$
      begin if new.name = 'Refused' then raise exception 'refused'; end if; return new; end $$;
    create trigger refuse_marked before insert on journeys for each row execute function refuse_marked()`);
  expect((await importBundle(sampleBundle({ name: 'Refused' }, key))).status).toBe(500);
  await world.database.raw('drop trigger refuse_marked on journeys; drop function refuse_marked');
  expect(await everything()).toEqual(before);
});

test('an unknown workspace returns 404 and a wrong secret 401', async () => {
  expect((await importBundle(sampleBundle(), 'wsp_none')).status).toBe(404);
  const stranger = apiClient(world.apiUrl, 'wrong');
  for (const path of ['import-bundle', 'translate-external']) {
    expect((await stranger.post(`/api/journeys/internal/${path}`, {})).status).toBe(401);
  }
});

test('simultaneous imports of the same bundle create it once', async () => {
  const key = uniqueName('bundle');
  // Hold the lock until all imports wait for it.
  const blocker = await world.database.transaction();
  await lockImports(blocker, world.demo.workspaceId);
  const imports = Array.from({ length: 5 }, () => importBundle(sampleBundle({ name: key }, key)));
  try {
    await waitFor(
      async () => {
        const waiting = await blocker('pg_locks')
          .where({ locktype: 'advisory', granted: false })
          .whereRaw('database = (select oid from pg_database where datname = current_database())');
        return waiting.length === 5;
      },
      { what: 'five imports waiting for their turn' },
    );
  } finally {
    await blocker.rollback();
  }
  const responses = await Promise.all(imports);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(responses.filter(({ body }) => body.created.journeys === 1)).toHaveLength(1);
  expect(responses.filter(({ body }) => body.unchanged.journeys === 1)).toHaveLength(4);
  expect(await world.database('journeys').where({ name: key })).toHaveLength(1);
});

test('an import is logged for its journeys', async () => {
  const key = uniqueName('bundle');
  await importBundle(sampleBundle({}, key));
  const id = await itemId('journey', `${key}-journey`);
  const entries = await world
    .database('audit_entries')
    .where({ action: 'bundle.imported' })
    .whereIn('subject_id', [id]);
  expect(entries).toMatchObject([{ actor: 'system', metadata: { source: 'test', externalId: `${key}-journey` } }]);
});

test.each([
  ['klaviyo', 'klaviyo-flow'],
  ['braze', 'braze-canvas'],
  ['customerio', 'customerio-campaign'],
  ['mailchimp', 'mailchimp-automation'],
])('an export of %s is translated and imported twice', async (provider, file) => {
  const exported: unknown = JSON.parse(
    readFileSync(`${__dirname}/../../domain/journeys/import/fixtures/${file}.json`, 'utf8'),
  );
  const translated = await internal.post('/api/journeys/internal/translate-external', { provider, export: exported });
  expect(translated).toMatchObject({ status: 200, body: { source: provider, journeys: [{}] } });
  const { body } = await importBundle(translated.body);
  expect(body.created).toMatchObject({ journeys: 1 });
  expect((await importBundle(translated.body)).body).toMatchObject({ created: nothing, updated: nothing });
  const id = await itemId('journey', translated.body.journeys[0].externalId);
  expect((await world.api.get(`/api/journeys/${id}`)).body.steps).toHaveLength(
    translated.body.journeys[0].steps.length,
  );
});

test('an unknown export is refused with the reason', async () => {
  const wrong = await internal.post('/api/journeys/internal/translate-external', { provider: 'braze', export: {} });
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('/canvas/details') } });
  expect(
    (await internal.post('/api/journeys/internal/translate-external', { provider: 'other', export: {} })).status,
  ).toBe(400);
});

test('an import uses the template references that were read earlier', async () => {
  const key = uniqueName('bundle');
  const { workspaceId } = world.demo;
  const read = tasks.readBundle(
    JSON.stringify({ workspaceId, bundle: sampleBundle({ subject: '{{ attributes.a }}' }, key) }),
  );
  expect(read.references).toEqual(new Map([[`${key}-mail`, { 'slots.subject': [['attributes', 'a']] }]]));
  const references = new Map([[`${key}-mail`, { 'slots.subject': [['told']] }]]);
  const actor = { workspaceId, id: 'system', role: 'admin' } as const;
  await importRead(operationContext(world, {}), actor, { bundle: read.bundle, references });
  const id = await itemId('communication', `${key}-mail`);
  expect((await world.api.get(`/api/communications/${id}`)).body.variables).toEqual(['told']);
});
