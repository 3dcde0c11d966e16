import { createSubject, executionsOf, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const stitch = (visitorId: string, email: string, fields: Record<string, unknown> = {}) =>
  world.api.raw('/api/identity/stitch', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: JSON.stringify({ visitorId, email, workspaceKey: world.demo.workspaceKey, ...fields }),
  });
const identity = async (visitorId: string) => (await world.api.get(`/api/identity?visitorId=${visitorId}`)).body;
const leads = async (): Promise<number> => Number((await world.database('end_users').count())[0]?.['count']);

describe('stitching from a browser', () => {
  it('creates one lead for 200 parallel calls with one address in different spellings', async () => {
    const name = uniqueName('a');
    const visitors = Array.from({ length: 200 }, () => uniqueName('v'));
    const responses = await Promise.all(
      visitors.map((visitor, index) =>
        stitch(visitor, index % 2 === 0 ? `${name.toUpperCase()}@x.com` : ` ${name}@X.com`),
      ),
    );
    expect(responses.map(({ status, body }) => [status, body])).toEqual(visitors.map(() => [200, { stitched: true }]));
    const people = await world.database('end_users').where({ email: `${name}@x.com` });
    expect(people).toHaveLength(1);
    const links = await world.database('visitor_links').where({ end_user_id: people[0].id });
    expect(new Set(links.map(({ visitor_id }) => visitor_id))).toEqual(new Set(visitors));
    expect(links).toHaveLength(200);
  });

  it('keeps the first link of a visitor among concurrent calls', async () => {
    const visitorId = uniqueName('v');
    const addresses = Array.from({ length: 20 }, () => `${uniqueName('racer')}@x.com`);
    await Promise.all(addresses.map((address) => stitch(visitorId, address)));
    const links = await world.database('visitor_links').where({ visitor_id: visitorId });
    expect(links).toMatchObject([{ strength: 'asserted', supersedes: null }]);
    for (const address of addresses) await stitch(visitorId, address);
    expect((await identity(visitorId)).leadId).toBe(links[0].end_user_id);
  });

  it('changes nothing for a linked visitor and reveals nothing about the address', async () => {
    const victim = await createSubject(world);
    const attacker = uniqueName('v');
    await stitch(attacker, `${uniqueName('attacker')}@x.com`);
    const [linked, people] = [await identity(attacker), await leads()];
    const toKnown = await stitch(attacker, victim.email);
    const toUnknown = await stitch(attacker, `${uniqueName('unknown')}@x.com`);
    const ofVerified = await stitch(victim.visitorId, `${uniqueName('thief')}@x.com`);
    const texts = [toKnown, toUnknown, ofVerified].map(({ status, body }) => JSON.stringify([status, body]));
    expect(new Set(texts)).toEqual(new Set(['[200,{"stitched":true}]']));
    const names = (headers: Headers): string[] => [...headers.keys()].sort();
    expect(names(toKnown.headers)).toEqual(names(toUnknown.headers));
    expect(await identity(attacker)).toEqual(linked);
    expect((await identity(victim.visitorId)).leadId).toBe(victim.id);
    expect(await leads()).toBe(people);
  });

  it('starts no journey and lets no later event of the visitor start one', async () => {
    const victim = await createSubject(world);
    const journey = await publishJourney(world, [{ id: 'end', kind: 'exit' }]);
    const attacker = uniqueName('v');
    await stitch(attacker, victim.email);
    expect((await identity(attacker)).leadId).toBe(victim.id);
    await trackEvent(world, journey.eventName, attacker);
    expect(await executionsOf(world, journey.id)).toEqual([]);
  });

  it('refuses an invalid address, a missing visitor and an unknown key', async () => {
    const email = 'a@example.com';
    expect((await stitch('v', 'nonsense')).body).toMatchObject({ code: 'VALIDATION_ERROR', status: 400 });
    expect((await stitch('v', `a\u0000@x.com`)).status).toBe(400);
    expect((await stitch('', email)).status).toBe(400);
    expect((await stitch('v', email, { workspaceKey: undefined })).status).toBe(400);
    expect((await stitch('v', email, { workspaceKey: 'svc_pk_none' })).body).toMatchObject({ code: 'UNAUTHORIZED' });
    const older = { workspaceKey: undefined, projectKey: world.demo.workspaceKey };
    expect((await stitch(uniqueName('v'), email, older)).body).toEqual({ stitched: true });
  });
});

describe('GET /api/identity', () => {
  it('returns 404 for an unknown visitor and requires a visitorId', async () => {
    expect((await world.api.get('/api/identity?visitorId=never')).body).toMatchObject({ code: 'NOT_FOUND' });
    expect((await world.api.get('/api/identity')).body).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('lists an anonymous visitor’s events, newest first, with the first touch', async () => {
    const visitorId = uniqueName('v');
    const at = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
    const landing = 'https://shop.example.com/?utm_source=newsletter&utm_medium=email';
    const times = [at(30), at(20), at(10)];
    // Sent out of order, as networks can deliver them.
    await trackEvent(world, 'purchase', visitorId, { timestamp: times[2] });
    await trackEvent(world, 'pageview', visitorId, { timestamp: times[0], url: landing });
    await trackEvent(world, 'click', visitorId, { timestamp: times[1], referrer: 'https://www.google.com/' });
    const story = await identity(visitorId);
    expect(story).toEqual({
      visitorId,
      leadId: null,
      firstSeen: times[0],
      lastSeen: times[2],
      events: [
        { type: 'purchase', url: 'https://shop.example.com/welcome', timestamp: times[2], visitorId },
        { type: 'click', url: 'https://shop.example.com/welcome', timestamp: times[1], visitorId },
        { type: 'pageview', url: landing, timestamp: times[0], visitorId },
      ],
      attribution: { channel: 'email', source: 'newsletter', landingPage: landing },
    });
  });

  it('combines the devices of a lead and server events, each counted once', async () => {
    const email = `${uniqueName('lead')}@example.com`;
    const [phone, laptop] = [uniqueName('phone'), uniqueName('laptop')];
    await trackEvent(world, 'pageview', phone);
    await trackEvent(world, 'pageview', laptop);
    await stitch(phone, email);
    await world.api.post('/api/v1/events', { type: 'login', visitorId: laptop, email });
    await world.api.post('/api/v1/events', { type: 'renewal', email });
    const [ofPhone, ofLaptop] = [await identity(phone), await identity(laptop)];
    expect(ofPhone.leadId).toBe(ofLaptop.leadId);
    expect(ofPhone.events).toEqual(ofLaptop.events);
    expect(ofPhone.events.map(({ type }: { type: string }) => type).sort()).toEqual([
      'login',
      'pageview',
      'pageview',
      'renewal',
    ]);
  });

  it('finds a visitor that was linked before any event', async () => {
    const visitorId = uniqueName('v');
    await stitch(visitorId, `${uniqueName('early')}@example.com`);
    expect(await identity(visitorId)).toMatchObject({ leadId: expect.stringMatching(/^eus_/), events: [] });
  });

  it('reads the events of a lead with 100,000 events by index only', async () => {
    const lead = await createSubject(world);
    await world.database.raw(
      `insert into events (workspace_id, id, occurred_at, received_at, type, visitor_id, url)
       select ?, 'evt_many_' || n, now() - n * interval '30 seconds', now(), 'pageview', ?, 'https://x.example/' || n
         from generate_series(1, 100000) n`,
      [world.demo.workspaceId, lead.visitorId],
    );
    await world.database.raw('analyze events');
    const story = await identity(lead.visitorId);
    expect(story.events).toHaveLength(100);
    expect(story.events[0].url).toBe('https://x.example/1');
    const [plan] = (
      await world.database.raw(
        `explain (analyze, buffers off, timing off, format json)
         select type from events where workspace_id = ? and visitor_id = ? order by occurred_at desc, id desc limit 100`,
        [world.demo.workspaceId, lead.visitorId],
      )
    ).rows;
    const text = JSON.stringify(plan);
    expect(text).not.toContain('Seq Scan');
    const read = [...text.matchAll(/"Actual Rows":\s*([\d.]+)/g)].map((match) => Number(match[1]));
    expect(Math.max(...read)).toBeLessThan(1_000);
  });
});

describe('keyed links', () => {
  const link = (visitorId: string, leadId: string, source?: string) =>
    world.api.post('/api/identity', { visitorId, leadId, ...(source === undefined ? {} : { source }) });
  const undo = (visitorId: string, leadId: string) => world.api.post('/api/identity/undo', { visitorId, leadId });

  it('move a visitor and return the same response when repeated', async () => {
    const [first, second] = [await createSubject(world), await createSubject(world)];
    const moved = await link(first.visitorId, second.id, 'crm');
    expect(moved.body).toEqual({
      visitorId: first.visitorId,
      leadId: second.id,
      previousLeadId: first.id,
      source: 'crm',
      linkedAt: expect.any(String),
    });
    expect((await link(first.visitorId, second.id, 'crm')).body).toEqual(moved.body);
    const entries = await world.database('audit_entries').where({ subject_id: first.visitorId });
    expect(entries.map(({ metadata }) => metadata)).toEqual(
      expect.arrayContaining([{ leadId: second.id, previousLeadId: first.id }]),
    );
    expect(entries).toHaveLength(2);
    const listed = await world.api.get(`/api/audit?subjectId=${first.visitorId}`);
    expect(listed.body.data).toMatchObject([
      { action: 'visitor.relinked', metadata: { leadId: second.id, previousLeadId: first.id } },
    ]);
  });

  it('can be undone to the previous person, then to no one; a repeat is safe', async () => {
    const [first, second] = [await createSubject(world), await createSubject(world)];
    const { visitorId } = first;
    await trackEvent(world, 'pageview', visitorId);
    await link(visitorId, second.id);
    const undone = await undo(visitorId, second.id);
    expect(undone.body).toMatchObject({ leadId: first.id, previousLeadId: second.id, source: 'undo' });
    expect((await undo(visitorId, second.id)).body).toEqual(undone.body);
    expect((await identity(visitorId)).leadId).toBe(first.id);
    expect((await undo(visitorId, 'eus_somebody_else')).body).toMatchObject({ code: 'CONFLICT', status: 409 });
    expect((await undo('never-linked', first.id)).body).toMatchObject({ code: 'NOT_FOUND', status: 404 });
    const only = uniqueName('v');
    await link(only, first.id);
    expect((await undo(only, first.id)).body).toMatchObject({ leadId: null, previousLeadId: first.id });
    expect((await identity(only)).leadId).toBeNull();
    // A browser cannot restore a link that an operator removed.
    await stitch(only, `${uniqueName('again')}@example.com`);
    expect((await identity(only)).leadId).toBeNull();
    const actions = await world.database('audit_entries').where({ subject_id: visitorId }).pluck('action');
    expect(actions.filter((action: string) => action === 'visitor.link_undone')).toHaveLength(1);
  });

  it('form one chain if many move a visitor at the same time', async () => {
    const visitorId = uniqueName('v');
    const people = await Promise.all(Array.from({ length: 12 }, () => createSubject(world)));
    const responses = await Promise.all(people.map(({ id }) => link(visitorId, id)));
    expect(responses.map(({ status }) => status)).toEqual(people.map(() => 200));
    const links = await world.database('visitor_links').where({ visitor_id: visitorId });
    expect(links).toHaveLength(12);
    const superseded = new Set(links.map(({ supersedes }) => supersedes));
    const current = links.filter(({ id }) => !superseded.has(id));
    expect(current).toHaveLength(1);
    expect((await identity(visitorId)).leadId).toBe(current[0].end_user_id);
  });
});
