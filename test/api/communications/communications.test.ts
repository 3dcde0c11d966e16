import { findCommunication } from '../../../db/communications/communications';
import { publishJourney } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { addMember } from '../../support/members';
import { apiClient } from '../../support/api-client';
import { postSend } from '../../support/transactional';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const create = (fields: object = {}) =>
  world.api.post('/api/communications', {
    name: 'Welcome',
    commType: 'transactional',
    slots: { subject: 'Hi {{ first_name }}', body: 'Plan: {{ plan.name }}' },
    ...fields,
  });
const made = async (fields: object = {}): Promise<string> => {
  const { status, body } = await create(fields);
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.id as string;
};
const preview = (id: string, variables?: object) => world.api.post(`/api/communications/${id}/preview`, { variables });
const path = (id: string) => `/api/communications/${id}`;

describe('the variables of a template', () => {
  const terms = (count: number): string => `{% if ${Array(count).fill('a').join(' and ')} %}x{% endif %}`;

  it('are found once, on saving; reading, listing and sending use the stored result', async () => {
    const id = await made({ html: '<p>{{ a.b }}</p>' });
    const stored = { html: [['stored']], 'slots.subject': [] };
    await world
      .database('communications')
      .where({ id })
      .update({ template_references: JSON.stringify(stored) });
    expect((await world.api.get(path(id))).body).toMatchObject({ variables: ['stored'], problem: null });
    const listed = (await world.api.get('/api/communications?limit=100')).body.data as { id: string }[];
    expect(listed.find((one) => one.id === id)).toMatchObject({ variables: ['stored'] });
    expect((await preview(id)).body).toMatchObject({ missing: ['stored'] });
    expect((await world.api.patch(path(id), { slots: { body: '{{ c }}' } })).body.variables).toEqual([
      'a.b',
      'first_name',
    ]);
  });

  it('are reported as 400 with the field if they are too expensive to find', async () => {
    expect(await create({ html: terms(15_000) })).toMatchObject({
      status: 400,
      body: {
        code: 'VALIDATION_ERROR',
        details: [{ path: 'html', message: expect.stringContaining('simplify') as string }],
      },
    });
    const id = await made();
    const changed = await world.api.patch(path(id), { text: terms(15_000) });
    expect(changed).toMatchObject({ status: 400, body: { details: [{ path: 'text' }] } });
    expect(await create({ html: terms(1_000) })).toMatchObject({
      status: 201,
      body: { variables: ['a', 'first_name'] },
    });
  });

  it('do not prevent reading and listing content that was stored before the check', async () => {
    const id = await made();
    const html = `<p>${terms(15_000)}</p>`;
    const costly = { html, template_references: null, references_problem: 'html: is too costly' };
    await world.database('communications').where({ id }).update(costly);
    expect((await world.api.get(path(id))).body).toMatchObject({ html, variables: [], problem: 'html: is too costly' });
    const listed = (await world.api.get('/api/communications?limit=100')).body.data as { id: string }[];
    expect(listed.find((one) => one.id === id)).toMatchObject({ variables: [] });
  });
});

describe('a communication', () => {
  it('is created, read, changed slot by slot, and deleted; its variables are listed', async () => {
    const response = await create();
    expect(response).toMatchObject({ status: 201, body: { variables: ['first_name', 'plan.name'], html: null } });
    const { id } = response.body;
    expect((await world.api.get(path(id))).body).toEqual(response.body);
    const changed = await world.api.patch(path(id), {
      slots: { subject: 'Hello {{ name }}' },
      text: '{{ b }}',
      tracking: false,
    });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        name: 'Welcome',
        slots: { subject: 'Hello {{ name }}', body: 'Plan: {{ plan.name }}', headline: '' },
        text: '{{ b }}',
        tracking: false,
        variables: ['b', 'name', 'plan.name'],
      },
    });
    expect((await world.api.get(path(id))).body).toEqual(changed.body);
    expect((await world.api.patch(path(id), { text: null })).body.text).toBeNull();
    expect(await world.api.delete(path(id))).toMatchObject({ status: 200, body: { id, deleted: true } });
    const gone = [
      await world.api.get(path(id)),
      await world.api.patch(path(id), {}),
      await world.api.delete(path(id)),
      await preview(id),
    ];
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it.each([
    ['POST', { slots: { subject: 'ok', body: 'a\n {% if x %}' } }],
    ['PATCH', { slots: { body: 'a\n {% if x %}' } }],
  ])('is refused with line and column if a template is invalid: %s', async (method, fields) => {
    const id = await made();
    const refused = method === 'POST' ? await create(fields) : await world.api.patch(path(id), fields);
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ path: 'slots.body', message: 'tag {% if x %} not closed, line:2, col:2' }] },
    });
    expect((await world.api.get(path(id))).body.slots.body).toBe('Plan: {{ plan.name }}');
  });

  it('allows html up to Gmail’s clipping limit', async () => {
    expect((await create({ html: 'x'.repeat(102 * 1024) })).status).toBe(201);
    const refused = await create({ html: 'ü'.repeat(51 * 1024 + 1) });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'html' }] } });
    expect((await world.api.patch(path(await made()), { html: 'x'.repeat(102 * 1024 + 1) })).status).toBe(400);
  });

  it('is refused if its template has too many outputs', async () => {
    const refused = await create({ text: '{{ a }}'.repeat(28_000) });
    expect(refused).toMatchObject({
      status: 400,
      body: { details: [{ path: 'text', message: 'more than 5000 outputs and tags' }] },
    });
  });

  it('cannot be deleted while a published version sends it, and later changes do not affect the version', async () => {
    const id = await made({ commType: 'marketing' });
    const steps = [
      { id: 'hello', kind: 'send', communicationId: id, next: 'end' },
      { id: 'end', kind: 'exit' },
    ];
    const journey = await publishJourney(world, steps, { name: 'Sends it' });
    await world.api.patch(path(id), { slots: { subject: 'Changed' } });
    const contents = await world
      .database('communication_contents as c')
      .join('journey_version_contents as v', 'v.content_hash', 'c.hash')
      .where('v.communication_id', id)
      .select('c.content');
    expect(contents).toMatchObject([{ content: { slots: { subject: 'Hi {{ first_name }}' } } }]);
    const refused = await world.api.delete(path(id));
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.error).toContain(`"Sends it" (${journey.id})`);
    expect(await findCommunication(world.database, world.demo.workspaceId, id)).not.toBeNull();
  });

  it('is either published or deleted if both happen at the same time', async () => {
    const triggerContractId = (await world.api.post('/api/trigger-contracts', { eventName: 'raced' })).body
      .id as string;
    for (let round = 0; round < 5; round += 1) {
      const id = await made({ commType: 'marketing' });
      const steps = [
        { id: 'hello', kind: 'send', communicationId: id, next: 'end' },
        { id: 'end', kind: 'exit' },
      ];
      const journey = (await world.api.post('/api/journeys', { name: 'Race', triggerContractId, steps })).body;
      const [published, removed] = await Promise.all([
        world.api.post(`/api/journeys/${journey.id}/publish`),
        world.api.delete(path(id)),
      ]);
      expect(['200,409', '400,200']).toContain([published.status, removed.status].toString());
    }
  });
});

describe('an override of the catalog', () => {
  afterEach(() => world.api.delete(path('password-reset')));

  const fields = { id: 'password-reset', name: 'Our reset', slots: { subject: 'Ours', body: '{{ reset_url }}' } };

  it('uses the tracking setting of its template by default', async () => {
    const override = (more: object = {}) =>
      world.api.post('/api/communications', { ...fields, commType: 'transactional', ...more });
    expect((await override()).body.tracking).toBe(false);
    await world.api.delete(path('password-reset'));
    expect((await override({ tracking: true })).body.tracking).toBe(true);
  });

  it.each([
    ['slots.ctaUrl', { slots: { ...fields.slots, ctaUrl: 'https://mallory.example/?u={{ reset_url }}' } }],
    ['slots.body', { slots: { ...fields.slots, body: '<a href="https://mallory.example/?u={{ reset_url }}">x</a>' } }],
    ['slots.body', { slots: { ...fields.slots, body: 'https://mallory.example/?u={{ reset_url }}' } }],
    ['html', { html: '<a href="https://mallory.example/?c={{ code }}">x</a>' }],
    ['text', { text: 'https://mallory.example/?u={{ reset_url }}' }],
  ])('refuses one-time links and codes inside other addresses: %s', async (place, content) => {
    const refused = await create({ ...fields, ...content });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: place }] } });
    expect((await create({ ...fields, slots: { ...fields.slots, ctaUrl: '{{ reset_url }}' } })).status).toBe(201);
    const changed = await world.api.patch(path('password-reset'), content);
    expect(changed).toMatchObject({ status: 400, body: { details: [{ path: place }] } });
  });

  it('has the name as its id, exists once, and reverts to the built-in template on deletion', async () => {
    const [one, other] = await Promise.all([create(fields), create(fields)]);
    expect([one.status, other.status].sort()).toEqual([201, 409]);
    expect((await preview('password-reset', { reset_url: 'https://a.example/x' })).body.subject).toBe('Ours');
    expect((await world.api.delete(path('password-reset'))).status).toBe(200);
    expect((await preview('password-reset', { reset_url: 'https://a.example/x' })).body.subject).toBe(
      'Reset your password',
    );
  });

  it('is refused under other names and as marketing', async () => {
    expect(await create({ id: 'mine' })).toMatchObject({ status: 400, body: { details: [{ path: 'id' }] } });
    expect(await create({ ...fields, commType: 'marketing' })).toMatchObject({
      status: 400,
      body: { details: [{ path: 'commType' }] },
    });
    await create(fields);
    expect((await world.api.patch(path('password-reset'), { commType: 'marketing' })).status).toBe(400);
  });
});

describe('the preview of unsaved content', () => {
  const path = '/api/communications/preview';
  const content = {
    commType: 'marketing',
    slots: { subject: 'Hi {{ attributes.name }}', body: 'Plan: {{ attributes.plan }}' },
  };

  it('renders the content like a send and stores nothing', async () => {
    const before = (await world.api.get('/api/communications?limit=100')).body.data.length;
    const { status, body } = await world.api.post(path, { ...content, variables: { name: '<Ada>' } });
    expect(status).toBe(200);
    expect(body).toMatchObject({ subject: 'Hi <Ada>', missing: ['attributes.plan'] });
    const filled = await world.api.post(path, { ...content, variables: { attributes: { plan: '<pro>' } } });
    expect(filled.body.html).toContain('Plan: &lt;pro&gt;');
    expect((await world.api.get('/api/communications?limit=100')).body.data.length).toBe(before);
  });

  it('reports the same problems as saving, with the field', async () => {
    const refused = await world.api.post(path, { ...content, slots: { body: 'a {% if x %}' } });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'slots.body' }] } });
    const long = await world.api.post(path, { ...content, html: 'x'.repeat(200_001) });
    expect(long).toMatchObject({ status: 400, body: { details: [{ path: 'html' }] } });
  });
});

describe('the preview', () => {
  it('renders like a send and lists missing variables', async () => {
    const id = await made({ slots: { subject: 'Hi {{ firstName }}', body: '{{ plan.name }} {{ until }}' } });
    const { status, body } = await preview(id, { first_name: '<Ada>', 'plan.name': 'Pro' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ subject: 'Hi <Ada>', text: 'Pro\n', missing: ['until'], warnings: [] });
    expect(body.html).toContain('<title>Hi &lt;Ada&gt;</title>');
    expect(body.html).not.toMatch(/unsubscribe/i);
  });

  it('of marketing accepts attributes at the top level and includes the unsubscribe link', async () => {
    const slots = { subject: '{{ attributes.name }}', body: '{{ email }} {{ event.data.plan }} {{ attributes.city }}' };
    const id = await made({ commType: 'marketing', slots });
    const { body } = await preview(id, { name: 'Ada', event: { data: { plan: 'pro' } } });
    expect(body).toMatchObject({ subject: 'Ada', missing: ['attributes.city'] });
    expect(body.text).toMatch(/^preview@example.com pro\n/);
    expect(body.html).toContain(`/u/preview"`);
  });

  it('reports invalid variables', async () => {
    const response = await preview('welcome', { onboarding_url: '/start', first_name: 'a', firstName: 'b', list: [1] });
    expect(response.status).toBe(400);
    expect(response.body.details.map((detail: { path: string }) => detail.path).sort()).toEqual([
      'variables.firstName',
      'variables.list',
      'variables.onboarding_url',
    ]);
  });

  it('refuses a template that is too expensive, and warns about a message that Gmail clips', async () => {
    const bomb = '{% for i in (1..1000) %}'.repeat(3) + 'x' + '{% endfor %}'.repeat(3);
    expect(await preview(await made({ text: bomb }))).toMatchObject({
      status: 400,
      body: { details: [{ path: 'text' }] },
    });
    const long = await preview(await made({ html: `{% for i in (1..2) %}${'x'.repeat(60_000)}{% endfor %}` }));
    expect(long.body.warnings).toEqual([expect.stringContaining('Gmail')]);
  });
});

test('saving refuses a button URL without a scheme; a link with an apostrophe is sent', async () => {
  const refusal = {
    status: 400,
    body: { details: [{ path: 'slots.ctaUrl', message: expect.stringContaining('https://') }] },
  };
  expect(await create({ slots: { subject: 'S', ctaLabel: 'Go', ctaUrl: 'example.com/up' } })).toMatchObject(refusal);
  const id = await made({ slots: { subject: 'S', ctaLabel: 'Go', ctaUrl: '{{ link }}' } });
  expect(await world.api.patch(path(id), { slots: { ctaUrl: '/up' } })).toMatchObject(refusal);
  const variables = { reset_url: "https://app.example/r?name=O'Brien" };
  const sent = await postSend(world, { to: 'ada@example.com', commId: 'password-reset', variables });
  expect(sent.status).toBe(200);
});

describe('a test email', () => {
  it('goes to the caller with the given variables and is not recorded', async () => {
    const member = await addMember(world, 'member');
    const asMember = apiClient(world.apiUrl, member.userKey);
    const response = await asMember.post('/api/communications/verification-code/test', { variables: { code: '<7>' } });
    expect(response).toMatchObject({ status: 200, body: { to: member.email, status: 'sent' } });
    const [message, ...others] = await readSink(world.sesEndpoint, member.email);
    expect(others).toEqual([]);
    expect(message).toMatchObject({ subject: '[Test] Your verification code' });
    expect(message?.body.text).toMatch(/^<7>\n/);
    expect(message?.body.html).toContain('&lt;7&gt;');
    expect(message?.headers.map(({ name }) => name)).not.toContain('List-Unsubscribe');
    expect(await world.database('sends').where({ id: response.body.id })).toEqual([]);
    const reset = await asMember.post('/api/communications/portfolio-access-approved/test', {
      variables: { portfolioUrl: 'https://a.example/mine' },
    });
    expect(reset.status).toBe(200);
    const sent = await readSink(world.sesEndpoint, member.email);
    expect(sent.find(({ subject }) => subject.endsWith('gave you access'))?.body.text).toContain('a.example/mine');
  });

  it('is refused for a suppressed address, a server key or an unknown communication', async () => {
    const member = await addMember(world, 'member');
    const asMember = apiClient(world.apiUrl, member.userKey);
    expect((await asMember.post('/api/communications/com_none/test', {})).status).toBe(404);
    expect(await world.api.post('/api/communications/welcome/test', {})).toMatchObject({ status: 400 });
    await world.api.post('/api/suppressions', { email: member.email });
    expect((await asMember.post('/api/communications/welcome/test', {})).status).toBe(409);
    expect(await readSink(world.sesEndpoint, member.email)).toEqual([]);
  });
});

test('the catalog has eighteen templates; each can be previewed with and without its examples', async () => {
  const { body } = await world.api.get('/api/communications/catalog');
  expect(body).toHaveLength(18);
  for (const { name, variables } of body as { name: string; variables: { name: string; example: unknown }[] }[]) {
    const examples = Object.fromEntries(variables.map((variable) => [variable.name, variable.example]));
    expect(await preview(name, examples)).toMatchObject({ status: 200, body: { missing: [], warnings: [] } });
    expect((await preview(name)).status).toBe(200);
  }
});

test('a subject of more than 998 bytes is refused on saving and in an inline send', async () => {
  const body = { name: 'Brief', commType: 'marketing' };
  const { status, body: made } = await world.api.post('/api/communications', {
    ...body,
    slots: { subject: 'ä'.repeat(499) },
  });
  expect(status).toBe(201);
  // The second subject has a `length` of 1,000 but only 500 characters for zod.
  const longs = ['ä'.repeat(500), '💥'.repeat(500)];
  const responses = await Promise.all(
    longs.flatMap((subject) => [
      world.api.post('/api/communications', { ...body, slots: { subject } }),
      world.api.patch(`/api/communications/${made.id}`, { slots: { subject } }),
      postSend(world, { to: 'ada@example.com', subject, text: 'Text.' }),
    ]),
  );
  expect(responses.map((response) => response.status)).toEqual([400, 400, 400, 400, 400, 400]);
  for (const { body: refusal } of responses) expect(JSON.stringify(refusal)).toContain('998 bytes');
});
