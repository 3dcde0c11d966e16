import { internalApi } from '../support/internal';
import { completedErasure, erase } from '../support/erasure-subject';
import { createSubject, publishJourney, trackEvent, uniqueName } from '../support/journeys';
import { postSend } from '../support/transactional';
import { findInDatabase } from '../support/traces';
import { useWorld } from '../support/world';

/** Mentions of an erased person in rows of others, on real PostgreSQL and Temporal. */

const world = useWorld();

beforeAll(() => world.startWorker({ OUTBOX_POLL_MS: '100', RECONCILE_EVERY_SECONDS: '86400' }));

/** Returns the address in every form that is searched for. */
const formsOf = (email: string): string[] => [
  email,
  encodeURIComponent(email),
  email.replace('@', '\\u0040'),
  Buffer.from(email).toString('base64').replace(/=+$/, ''),
];

const succeeded = ({ status, body }: { status: number; body: unknown }): void => {
  if (status >= 300) throw new Error(JSON.stringify(body));
};

/** Adds the person's address wherever another person, an anonymous visitor or a caller may mention it. */
async function nameEverywhere({ email, id }: { email: string; id: string }): Promise<void> {
  const { demo, api } = world;
  const colleague = await createSubject(world, { referredBy: email.toUpperCase(), [`friend ${email}`]: id });
  const data = { forms: formsOf(email), nested: { [email]: [id, `mailto:${email}?x`] }, note: `Line\n${email}.` };
  const page = `https://shop.example.com/u/${email}?utm_campaign=for-${encodeURIComponent(email)}&q=${email}`;
  succeeded(
    await api.post('/api/v1/events', {
      events: [
        { type: `signup_${email}`, email: colleague.email, data, messageId: `order-${email}-1` },
        { type: 'anonymous', userId: uniqueName('x'), data, url: page },
        { type: '', email: colleague.email, data },
      ],
    }),
  );
  const stranger = uniqueName('stranger');
  succeeded(
    await trackEvent(world, 'pageview', stranger, { url: page, referrer: `https://x.example.com/?r=${email}` }),
  );
  succeeded(await trackEvent(world, `opened ${email}`, `visitor of ${email}`, { data }));
  succeeded(await trackEvent(world, 'claimed', stranger, { userId: email }));
  const link = { visitorId: `browser ${email}`, leadId: colleague.id, source: `import of ${email}` };
  succeeded(await api.post('/api/identity', link));
  succeeded(
    await postSend(
      world,
      { to: colleague.email, subject: `${email} has joined`, text: 'Hello', tags: { who: email } },
      { key: `joined ${email}` },
    ),
  );
  await world.database('unreadable_feedback').insert({ message_id: uniqueName('sns'), message: `{"to":"${email}"}` });
  const journey = await publishJourney(world, [
    { id: 'pause', kind: 'wait', duration: 'PT1H', next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  await trackEvent(world, journey.eventName, colleague.visitorId, { data });
  await internalApi(world).post('/api/journeys/internal/start-execution', {
    workspaceId: demo.workspaceId,
    journeyId: journey.id,
    endUserId: (await createSubject(world)).id,
    idempotencyKey: `start ${email}`,
  });
}

test('an erasure removes the address from rows of others, in any form, and changes no similar address', async () => {
  const person = await createSubject(world);
  const similar = [`x${person.email}`, `${person.email}.au`];
  succeeded(
    await world.api.post('/api/v1/events', { type: 'similar', userId: uniqueName('similar'), data: { similar } }),
  );
  await nameEverywhere(person);
  const forms = [...formsOf(person.email), person.id];
  expect((await findInDatabase(world.database, forms)).length).toBeGreaterThan(15);

  const { body } = await erase(world, { email: person.email });
  const done = await completedErasure(world, body.erasureId);
  expect(done.mentions).toEqual([]);
  const left = await findInDatabase(world.database, forms);
  expect(left.filter((row) => !row.includes(',similar,'))).toEqual([]);

  const { database } = world;
  expect(await database('events').where({ type: 'signup_erased' })).toHaveLength(1);
  expect((await database('events').where({ type: 'similar' }).first()).data).toEqual({ similar });
  const [send] = await database('sends').where({ kind: 'transactional', subject: 'erased' });
  expect(send).toMatchObject({ tags: null, status: 'sent' });
  const repeated = await erase(world, { email: person.email });
  expect(repeated.body.erasureId).toBe(body.erasureId);
});

test('configuration that names the person is listed and unchanged until it is edited', async () => {
  const { api } = world;
  const person = await createSubject(world);
  const { email } = person;
  const condition = { field: 'email', operator: 'equals', value: email };
  const audience = (await api.post('/api/audiences', { name: 'One person', condition })).body;
  const contract = (await api.post('/api/trigger-contracts', { name: 'Theirs', eventName: `signup_${email}` })).body;
  const communication = (
    await api.post('/api/communications', {
      name: 'Contact',
      commType: 'marketing',
      slots: { subject: 'Hello', headline: 'Hi', body: `Write to ${email.toUpperCase()}` },
    })
  ).body;
  const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }], { audienceId: audience.id });
  // Another person with an id chosen by the customer.
  succeeded(await api.post('/api/v1/events', { type: 'named', userId: email }));
  const { end_user_id: namesake } = await world.database('end_user_external_ids').where({ external_id: email }).first();
  const eraseAgain = async () => {
    const { body } = await erase(world, { email });
    return completedErasure(world, body.erasureId);
  };
  const { erasureId, mentions } = await eraseAgain();
  expect(mentions).toEqual([
    { kind: 'audience', id: audience.id, version: null },
    { kind: 'communication', id: communication.id, version: null },
    { kind: 'end_user', id: namesake, version: null },
    { kind: 'journey_version', id: journey.id, version: 1 },
    { kind: 'trigger_contract', id: contract.id, version: null },
  ]);
  expect((await api.get(`/api/audiences/${audience.id}`)).body.condition).toEqual(condition);
  const entries = await world
    .database('audit_entries')
    .where({ action: 'end_user.forgotten', subject_type: 'workspace' });
  const entry = entries.find(({ metadata }) => metadata.erasureId === erasureId);
  expect(entry?.metadata).toEqual({ erasureId, mentions });
  const elsewhere = (await findInDatabase(world.database, [email])).filter(
    (row) =>
      !/^public\.(audiences|communications|end_user_external_ids|journey_versions|trigger_contracts): /.test(row),
  );
  expect(elsewhere).toEqual([]);

  succeeded(
    await api.patch(`/api/communications/${communication.id}`, {
      slots: { subject: 'Hello', headline: 'Hi', body: '' },
    }),
  );
  const again = await eraseAgain();
  expect(again.erasureId).not.toBe(erasureId);
  expect(again.mentions.map(({ kind }: { kind: string }) => kind)).toEqual([
    'audience',
    'end_user',
    'journey_version',
    'trigger_contract',
  ]);
});
