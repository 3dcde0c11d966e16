import { readFileSync } from 'node:fs';
import { lockImports } from '../../../db/journeys/imports';
import { apiClient, type ApiClient } from '../../support/api-client';
import { uniqueName } from '../../support/journeys';
import { addMember } from '../../support/members';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

/** Imports by customers into their own workspace. import.test.ts covers the result of an import. */

const world = useWorld({ temporal: false });
let member: ApiClient;
let memberId: string;

beforeAll(async () => {
  const added = await addMember(world, 'member');
  member = apiClient(world.apiUrl, added.userKey);
  memberId = added.id;
});

const translate = (body: unknown, caller = member) => caller.post('/api/journeys/translate', body);
const importBundle = (bundle: unknown, caller = member) => caller.post('/api/journeys/import', { bundle });

/** A bundle of a journey and a message with unique names. */
function bundleOf(key: string, { commType = 'marketing', subject = 'Hello' } = {}) {
  return {
    source: 'test',
    communications: [{ externalId: `${key}-mail`, name: key, commType, slots: { subject, body: 'Hi' } }],
    audiences: [{ externalId: `${key}-all`, name: key, condition: { all: [] } }],
    triggerContracts: [{ externalId: `${key}-signup`, eventName: 'signed_up' }],
    journeys: [
      {
        externalId: `${key}-journey`,
        name: key,
        steps: [
          { id: 'mail', kind: 'send', communicationId: `${key}-mail`, next: 'end' },
          { id: 'end', kind: 'exit' },
        ],
      },
    ],
  };
}

const one = { journeys: 1, communications: 1, audiences: 1, triggerContracts: 1 };
const nothing = { journeys: 0, communications: 0, audiences: 0, triggerContracts: 0 };

const written = async (key: string): Promise<number> =>
  (
    await Promise.all(
      ['journeys', 'communications', 'audiences'].map((table) => world.database(table).where({ name: key })),
    )
  ).flat().length;

test.each([
  ['klaviyo', 'klaviyo-flow'],
  ['braze', 'braze-canvas'],
  ['customerio', 'customerio-campaign'],
  ['mailchimp', 'mailchimp-automation'],
])('a member can translate an export of %s and import it twice', async (provider, file) => {
  const exported: unknown = JSON.parse(
    readFileSync(`${__dirname}/../../domain/journeys/import/fixtures/${file}.json`, 'utf8'),
  );
  const { status, body: bundle } = await translate({ provider, export: exported });
  expect({ status, bundle }).toMatchObject({ status: 200, bundle: { source: provider, journeys: [{}] } });
  const first = await importBundle(bundle);
  expect(first).toMatchObject({
    status: 200,
    body: { created: { journeys: 1 }, updated: nothing, unchanged: nothing },
  });
  const [made] = first.body.items.filter(({ kind }: { kind: string }) => kind === 'journey');
  expect(made).toMatchObject({ externalId: bundle.journeys[0].externalId, result: 'created' });
  expect((await member.get(`/api/journeys/${made.id}`)).body).toMatchObject({
    status: 'draft',
    name: bundle.journeys[0].name,
  });
  const second = (await importBundle(bundle)).body;
  expect(second).toMatchObject({ created: nothing, updated: nothing, unchanged: first.body.created });
  const asUnchanged = first.body.items.map((item: object) => ({ ...item, result: 'unchanged' }));
  expect(second.items).toEqual(asUnchanged);
});

test('the response contains the id of each item of the bundle', async () => {
  const key = uniqueName('bundle');
  const { body } = await importBundle(bundleOf(key), world.api);
  expect(body).toMatchObject({ created: one, updated: nothing, unchanged: nothing });
  expect(body.items.map(({ kind, externalId }: Record<string, string>) => [kind, externalId])).toEqual([
    ['communication', `${key}-mail`],
    ['audience', `${key}-all`],
    ['trigger_contract', `${key}-signup`],
    ['journey', `${key}-journey`],
  ]);
  const changed = (await importBundle(bundleOf(key, { subject: 'Changed' }), world.api)).body;
  expect(changed.updated).toEqual({ ...nothing, communications: 1 });
  expect(changed.items.map(({ id }: { id: string }) => id)).toEqual(body.items.map(({ id }: { id: string }) => id));
});

test('the log names the person who imported', async () => {
  const key = uniqueName('bundle');
  const { body } = await importBundle(bundleOf(key));
  const journey = body.items.at(-1).id as string;
  const entries = await world.database('audit_entries').where({ action: 'bundle.imported', actor: memberId });
  expect(entries).toContainEqual(
    expect.objectContaining({ subject_id: journey, metadata: { source: 'test', externalId: `${key}-journey` } }),
  );
  expect(entries).toContainEqual(
    expect.objectContaining({
      subject_type: 'workspace',
      metadata: { source: 'test', created: one, updated: nothing },
    }),
  );
});

test('transactional communications need an admin, which is checked before the content', async () => {
  const key = uniqueName('bundle');
  const bundle = bundleOf(key, { commType: 'transactional' });
  for (const refused of [bundle, { ...bundle, nonsense: true }]) {
    expect(await importBundle(refused)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', error: expect.stringContaining('requires the role admin') },
    });
  }
  expect(await written(key)).toBe(0);
  expect((await importBundle(bundle, world.api)).status).toBe(200);
});

test('a member cannot overwrite a communication that is now transactional', async () => {
  const key = uniqueName('bundle');
  const { body } = await importBundle(bundleOf(key));
  const { id } = body.items[0];
  expect((await world.api.patch(`/api/communications/${id}`, { commType: 'transactional' })).status).toBe(200);
  const changed = bundleOf(key, { subject: 'Changed' });
  expect((await importBundle({ ...changed, audiences: [] })).status).toBe(403);
  expect((await world.api.get(`/api/communications/${id}`)).body).toMatchObject({
    commType: 'transactional',
    slots: { subject: 'Hello' },
  });
  expect((await importBundle(changed, world.api)).status).toBe(200);
});

test('imports that wait for the lock use one connection, and all complete', async () => {
  const key = uniqueName('bundle');
  const blocker = await world.database.transaction();
  await lockImports(blocker, world.demo.workspaceId);
  const waiting = async (): Promise<number> =>
    (
      await blocker('pg_locks')
        .where({ locktype: 'advisory', granted: false })
        .whereRaw('database = (select oid from pg_database where datname = current_database())')
    ).length;
  const imports = Array.from({ length: 20 }, () => importBundle(bundleOf(key)));
  try {
    await waitFor(async () => (await waiting()) > 0, { what: 'an import that waits' });
    // After this response, the earlier imports have been received.
    expect((await member.get('/api/journeys')).status).toBe(200);
    expect(await waiting()).toBe(1);
  } finally {
    await blocker.rollback();
  }
  const responses = await Promise.all(imports);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
  expect(responses.filter(({ body }) => body.created.journeys === 1)).toHaveLength(1);
});

test('an invalid body is refused with the reason', async () => {
  const wrong = await translate({ provider: 'braze', export: {} });
  expect(wrong).toMatchObject({ status: 400, body: { error: expect.stringContaining('/canvas/details') } });
  expect((await translate({ provider: 'other', export: {} })).status).toBe(400);
  const many = { provider: 'braze', export: { steps: Array.from({ length: 40_001 }, () => 1) } };
  expect(await translate(many)).toMatchObject({ status: 400, body: { details: [{ path: 'export' }] } });
  const large = { provider: 'braze', export: { steps: [{ name: 'x'.repeat(1_000_000) }] } };
  expect((await translate(large)).status).toBe(413);
  const { workspaceId } = world.demo;
  expect((await member.post('/api/journeys/import', { workspaceId, bundle: bundleOf('x') })).status).toBe(400);
  const unknown = { ...bundleOf('x'), communications: [] };
  expect(await importBundle(unknown)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'bundle.journeys.0.steps.0.communicationId' }] },
  });
});

describe('a message that could not be translated completely', () => {
  const subject_line = uniqueName('message');
  const exported = {
    automation: { id: uniqueName('aut'), settings: { title: 'Series' }, trigger_settings: { workflow_type: 'api' } },
    emails: [
      { id: 'm1', position: 1, settings: { title: subject_line, subject_line }, html: 'Hi\n*|POLL:x|*a*|END:POLL|*' },
    ],
  };
  const importMessage = async (name: string) => {
    const automation = { ...exported.automation, id: uniqueName(name) };
    const { body: bundle } = await translate({ provider: 'mailchimp', export: { ...exported, automation } });
    const { items } = (await importBundle(bundle)).body as { items: { kind: string; id: string }[] };
    const idOf = (kind: string) => items.find((item) => item.kind === kind)?.id ?? '';
    return {
      bundle,
      message: `/api/communications/${idOf('communication')}`,
      journey: `/api/journeys/${idOf('journey')}`,
    };
  };

  it('is listed with its place, and keeps the journey from being published and started', async () => {
    const { bundle, message, journey } = await importMessage('refused');
    expect(bundle.unmapped).toContainEqual({
      sourceId: 'm1',
      path: 'emails.0.html',
      severity: 'error',
      reason: 'The tag *|POLL:x|* in line 2 was removed. It has no equivalent in Apex.',
    });
    const problem = expect.stringContaining('*|POLL:x|* in line 2') as string;
    expect((await member.get(message)).body).toMatchObject({ problem });
    const refusal = expect.stringContaining(`Edit the message "${subject_line}"`) as string;
    expect(await world.api.post(`${journey}/publish`)).toMatchObject({
      status: 400,
      body: { error: refusal, details: [{ path: expect.stringMatching(/communicationId$/) as string }] },
    });
    const endUserId = uniqueName('person');
    expect(await world.api.post(`${journey}/executions`, { endUserId })).toMatchObject({
      status: 409,
      body: { error: refusal },
    });
  });

  it.each([
    ['its content is changed', { html: 'Hi' }, null],
    ['the problem is cleared', { problem: null }, null],
    [
      'only its name is changed',
      { name: 'Other', html: 'Hi\n{% if false %}a{% endif %}' },
      expect.any(String) as string,
    ],
  ])('if %s, its problem is as expected', async (_, changes, problem) => {
    const { message, journey, bundle } = await importMessage('edited');
    expect(await member.patch(message, changes)).toMatchObject({ status: 200, body: { problem } });
    expect((await world.api.post(`${journey}/publish`)).status).toBe(problem === null ? 200 : 400);
    // A repeated import of the same bundle does not undo the edit.
    expect((await importBundle(bundle)).body).toMatchObject({ unchanged: { communications: 1 } });
    expect((await member.get(message)).body).toMatchObject({ problem });
  });
});
