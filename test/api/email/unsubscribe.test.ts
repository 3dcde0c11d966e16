import { formatUnsubscribeToken } from '../../../domain/email/unsubscribe';
import { createCommunication, createSubject, publishJourney, trackEvent } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld();

beforeAll(() => world.startWorker());

const consentOf = async (id: string): Promise<boolean> =>
  (await world.api.get(`/api/end-users/${id}`)).body.consent.marketing;
const pathOf = (url: string): string => new URL(url).pathname;

/** Starts a journey that sends a message. Returns the person and the message. */
async function reached() {
  const communicationId = await createCommunication(world, 'Welcome');
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'done' },
    { id: 'done', kind: 'exit' },
  ]);
  const person = await createSubject(world, { name: 'Ada' });
  await trackEvent(world, journey.eventName, person.visitorId);
  const mail = await waitFor(async () => (await readSink(world.sesEndpoint, person.email))[0]);
  const send = await world.database('sends').where({ end_user_id: person.id }).first();
  return { person, mail, sendId: send.id as string };
}

const eventsOf = async (sendId: string) => {
  await world.settled();
  const rows = await world.database('send_events').where({ send_id: sendId }).orderBy('at');
  return rows.map(({ kind, url, link }) => ({ kind, url, link }));
};

test('a reader can unsubscribe by header or footer and resubscribe, and sees which messages continue', async () => {
  const { person, mail, sendId } = await reached();
  const header = mail.headers.find(({ name }) => name === 'List-Unsubscribe')!.value;
  expect(mail.headers.find(({ name }) => name === 'List-Unsubscribe-Post')?.value).toBe('List-Unsubscribe=One-Click');
  const path = pathOf(header.replace(/^<|>$/g, ''));
  // The footer’s link is direct, without a tracking redirect.
  expect(mail.body.html).toContain(path);
  expect(mail.body.text).toContain(path);

  const page = await world.api.raw(path, {});
  expect([page.status, await consentOf(person.id)]).toEqual([200, true]);
  expect(page.body).toContain('password resets');

  const oneClick = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  };
  for (let round = 0; round < 2; round += 1) {
    const done = await world.api.raw(path, oneClick);
    expect([done.status, await consentOf(person.id)]).toEqual([200, false]);
    expect(done.body).toContain(`action="${path}/resubscribe"`);
  }
  // Messages other than marketing are still allowed.
  expect((await world.api.get('/api/suppressions')).body.data).toEqual([]);

  const form = { method: 'POST', headers: { accept: 'text/html' } };
  expect((await world.api.raw(`${path}/resubscribe`, form)).body).toContain('Resubscribed');
  expect(await consentOf(person.id)).toBe(true);
  expect(await eventsOf(sendId)).toMatchObject([{ kind: 'unsubscribe' }, { kind: 'resubscribe' }]);
});

/** Returns the path of the first link to a kind of page. */
const linkIn = (html: string, kind: '/t/c/' | '/v/'): string =>
  new RegExp(`href="[^"]*(${kind}[\\w.-]+)"`).exec(html)![1]!;

test('a message has tracked links and a page, until an erasure removes the addresses and the page', async () => {
  const communication = await world.api.post('/api/communications', {
    name: 'Offer',
    commType: 'marketing',
    slots: {
      subject: 'Offer',
      body: 'Look, {{ attributes.name }}. <a href="{{ view_url }}">View in browser</a>',
      ctaLabel: 'Look',
      ctaUrl: 'https://shop.example.com/{{ attributes.name }}?token=1',
    },
  });
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: communication.body.id, next: 'done' },
    { id: 'done', kind: 'exit' },
  ]);
  const person = await createSubject(world, { name: 'ada' });
  await trackEvent(world, journey.eventName, person.visitorId);
  const mail = await waitFor(async () => (await readSink(world.sesEndpoint, person.email))[0]);
  const link = linkIn(mail.body.html!, '/t/c/');
  const view = linkIn(mail.body.html!, '/v/');
  const { id } = await world.database('sends').where({ end_user_id: person.id }).first();
  const clicked = await world.api.raw(link, {});
  expect(clicked.headers.get('location')).toBe('https://shop.example.com/ada?token=1');
  expect(await eventsOf(id)).toEqual([{ kind: 'click', link: 1, url: 'https://shop.example.com/ada' }]);

  const shown = await world.api.raw(view, {});
  expect([shown.status, shown.body]).toEqual([200, expect.stringContaining('Look, ada.')]);
  expect(shown.body).toContain(view);
  expect(shown.body).not.toMatch(/\/u\/[\w-]+\.|\/t\//);
  expect(shown.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-scripts).*default-src 'none'/);
  expect(shown.headers.get('x-robots-tag')).toBe('noindex');
  const sentAt = (days: number) => world.database.raw(`sent_at + interval '1 day' * ?`, [days]);
  await world
    .database('sends')
    .where({ id })
    .update({ sent_at: sentAt(-731) });
  const old = await world.api.raw(view, {});
  expect([old.status, old.body]).toEqual([410, expect.stringContaining('no longer available')]);
  await world
    .database('sends')
    .where({ id })
    .update({ sent_at: sentAt(731) });

  const requested = await world.api.raw('/api/journeys/internal/forget-end-user', {
    method: 'POST',
    headers: { authorization: `Bearer ${world.environment['SYNC_API_KEY']}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId: world.demo.workspaceId, endUserId: person.id }),
  });
  expect(requested.status).toBe(202);
  // The erasure handles histories first, and finding those of a finished execution takes time.
  await waitFor(async () => (await eventsOf(id))[0]?.url === null, { what: 'an erased address' });
  expect((await world.api.raw(view, {})).status).toBe(410);
  // A later click is counted without the address.
  expect((await world.api.raw(link, {})).status).toBe(302);
  expect(await eventsOf(id)).toEqual([{ kind: 'click', link: 1, url: null }]);
  expect(await world.database('send_events').where({ send_id: id }).first('count')).toEqual({ count: 2 });
});

test('older links that do not name a message work', async () => {
  const person = await createSubject(world);
  const subject = { workspaceId: world.demo.workspaceId, endUserId: person.id };
  const token = formatUnsubscribeToken(world.environment['LINK_SECRET']!, subject);
  expect((await world.api.raw(`/u/${token}`, { method: 'POST' })).status).toBe(200);
  expect(await consentOf(person.id)).toBe(false);
});

test('a link without a valid signature returns 404 on all routes', async () => {
  for (const [method, path] of [
    ['GET', '/u/a.b.c'],
    ['POST', '/u/a.b.c'],
    ['POST', '/u/a.b.c/resubscribe'],
    ['GET', '/v/a.b.c'],
  ] as const) {
    expect(await world.api.raw(path, { method })).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    expect((await world.api.raw(path, { method, headers: { accept: 'text/html' } })).body).toContain(
      '<h1>Unknown link',
    );
  }
});
