import { createCommunication, uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { postSend, sendRow } from '../../support/transactional';
import { useWorld } from '../../support/world';
import { addWorkspace } from '../../support/workspaces';

const world = useWorld({ temporal: false });

const address = (): string => `${uniqueName('person')}@example.com`;
const inline = (to: string, more: object = {}) => ({ to, subject: 'Your receipt', text: 'Thank you.', ...more });

async function createTemplate(slots: Record<string, string>, more: object = {}): Promise<string> {
  const response = await world.api.post('/api/communications', {
    name: 'Transactional',
    commType: 'transactional',
    slots,
    ...more,
  });
  expect(response.status).toBe(201);
  return response.body.id as string;
}

/** The tracking pixel after the html of an inline message. */
const pixel = /^<img src="[^"]+\/t\/o\/[\w-]+" width="1" height="1" alt="" style="[^"]*">$/;

test('an inline message arrives unchanged, with a pixel, and is recorded', async () => {
  const to = address();
  const html = '<p>{{ not_a_template }} &amp; more</p>';
  const response = await postSend(world, inline(to, { html, tags: { order: '7', paid: true } }));
  expect(response.body).toEqual({
    id: expect.stringMatching(/^snd_/),
    message_id: expect.any(String),
    status: 'sent',
    mode: 'live',
  });
  expect(response.status).toBe(200);
  const [message, ...others] = await readSink(world.sesEndpoint, to);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ subject: 'Your receipt', body: { text: 'Thank you.' } });
  expect(message!.body.html!.slice(0, html.length)).toBe(html);
  expect(message!.body.html!.slice(html.length)).toMatch(pixel);
  const names = message!.headers.map(({ name }) => name.toLowerCase());
  expect(names).toContain('x-apex-send-id');
  expect(names.filter((name) => name.startsWith('list-'))).toEqual([]);
  const { body } = await world.api.get('/api/transactional/recent?limit=1');
  expect(body.data).toEqual([
    {
      id: response.body.id,
      messageId: response.body.message_id,
      to,
      subject: 'Your receipt',
      commId: null,
      status: 'sent',
      failure: null,
      mode: 'live',
      tags: { order: '7', paid: true },
      createdAt: expect.any(String),
      sentAt: expect.any(String),
      deliveredAt: null,
      events: [],
    },
  ]);
});

test('a message can have only html or only text', async () => {
  for (const body of [{ html: '<p>Hello</p>' }, { text: 'Hello' }]) {
    const to = address();
    expect((await postSend(world, { to, subject: 'One part', ...body })).status).toBe(200);
    const { html, text } = (await readSink(world.sesEndpoint, to))[0]!.body;
    expect({ html: html?.startsWith('<p>Hello</p><img'), text }).toMatchObject({
      html: 'html' in body ? true : undefined,
      text: body.text,
    });
  }
});

test('a template is rendered, and the record keeps the template’s subject', async () => {
  const to = address();
  const commId = await createTemplate({ subject: 'Your code is {{code}}', body: 'Hello {{ firstName }}: {{ code }}' });
  const response = await postSend(world, { to, commId, variables: { code: '918273', first_name: '<Ada>' } });
  expect(response.status).toBe(200);
  const [message] = await readSink(world.sesEndpoint, to);
  expect(message).toMatchObject({ subject: 'Your code is 918273' });
  expect(message!.body.html).toContain('&lt;Ada&gt;: 918273');
  expect(message!.body.text).toContain('<Ada>: 918273');
  expect(await sendRow(world, to)).toMatchObject({ subject: 'Your code is {{code}}', communication_id: commId });
});

test('catalog templates are available by name; transactional emails have no unsubscribe link', async () => {
  const to = address();
  const reset = { to, commId: 'password-reset', variables: { reset_url: 'https://example.com/reset/1' } };
  expect((await postSend(world, reset)).status).toBe(200);
  expect((await readSink(world.sesEndpoint, to))[0]!.body.text).toContain('https://example.com/reset/1');

  const commId = await createTemplate(
    { subject: 'Hello' },
    { html: '<a href="{{ unsubscribe_url }}">x</a>', text: 'x {{ unsubscribe_url }}' },
  );
  const other = address();
  const variables = { unsubscribe_url: 'https://example.com/leave' };
  expect((await postSend(world, { to: other, commId, variables })).status).toBe(200);
  const [message] = await readSink(world.sesEndpoint, other);
  expect(message!.body.text).toBe('x https://example.com/leave\n');
  expect(message!.body.html).not.toContain('nsubscribe');
});

test('an empty subject is sent as "(no subject)", and a text-only template gets html', async () => {
  const commId = await createTemplate({ subject: '{{ topic }}' }, { text: 'Hello {{ name }},\n\n1 < 2' });
  const to = address();
  const response = await postSend(world, { to, commId, variables: { name: '<Ada>' } });
  expect(response).toMatchObject({ status: 200, body: { status: 'sent' } });
  const [message] = await readSink(world.sesEndpoint, to);
  expect(message).toMatchObject({ subject: '(no subject)', body: { text: 'Hello <Ada>,\n\n1 < 2\n' } });
  expect(message!.body.html).toContain('Hello &lt;Ada&gt;,</div>');
  expect(message!.body.html).toContain('1 &lt; 2</div>');
});

test('missing variables are rendered empty, but a strict send is refused', async () => {
  const commId = await createTemplate({ subject: 'Hi {{ name }}', body: '{{ zebra }} {{ apple }} {{ zebra }}' });
  const to = address();
  const strict = await postSend(world, { to, commId, strict: true, variables: { name: 'Ada' } });
  expect(strict.status).toBe(400);
  expect(strict.body.error).toEqual({
    code: 'missing_variables',
    message: expect.stringContaining('apple, zebra'),
    missing: ['apple', 'zebra'],
  });
  expect(await readSink(world.sesEndpoint, to)).toEqual([]);
  expect((await postSend(world, { to, commId, variables: { name: 'Ada' } })).status).toBe(200);
});

test.each(['portfolio-access-request', 'portfolio-access-approved'])(
  'strict mode accepts either name of each variable of %s',
  async (commId) => {
    const send = (variables: object) => postSend(world, { to: address(), commId, strict: true, variables });
    const url = 'https://app.example.com/x';
    for (const link of ['approve_url', 'portfolioUrl', 'approveUrl', 'portfolio_url']) {
      for (const name of ['requester_name', 'granterName']) {
        expect((await send({ [link]: url, [name]: 'Grace' })).status).toBe(200);
      }
    }
    const to = address();
    const used = { approve_url: url, granter_name: 'Grace', portfolio_url: `${url}/own` };
    await postSend(world, { to, commId, strict: true, variables: used });
    const [message] = await readSink(world.sesEndpoint, to);
    expect(message!.subject).toContain('Grace');
    expect(message!.body.text).toContain(commId.endsWith('approved') ? `${url}/own` : url);
    const missing = await send({ approve_url: url });
    expect([missing.status, missing.body.error.missing.length]).toEqual([400, 1]);
  },
);

test.each([
  ['both shapes', { subject: 'x', text: 'x', commId: 'welcome' }, 'not both'],
  ['both shapes, the template first', { commId: 'welcome', subject: 'x' }, 'not both'],
  ['neither shape', {}, ''],
  ['no body', { subject: 'x' }, 'must have html, text or both'],
  ['an unknown field', { subject: 'x', text: 'x', cc: 'b@example.com' }, 'cc'],
  ['a header in the subject', { subject: 'x\r\nBcc: b@example.com', text: 'x' }, 'one line'],
  ['a header in the address', { to: 'a@example.com\r\nBcc: b@example.com', subject: 'x', text: 'x' }, 'to'],
  ['two addresses', { to: 'a@example.com,b@example.com', subject: 'x', text: 'x' }, 'to'],
  ['a display name', { to: 'Ada <a@example.com>', subject: 'x', text: 'x' }, 'to'],
  ['variables that are a list', { commId: 'welcome', variables: [1] }, 'variables'],
  ['an address that is not absolute', { commId: 'password-reset', variables: { reset_url: '/reset' } }, 'reset_url'],
  ['a script as an address', { commId: 'password-reset', variables: { resetUrl: 'javascript:x' } }, 'resetUrl'],
  [
    'a tag that holds the code',
    { commId: 'verification-code', variables: { code: '443322' }, tags: { c: '443322' } },
    'tag',
  ],
  [
    'a tag around the code',
    { commId: 'verification-code', variables: { code: 443322 }, tags: { c: 'is 443322' } },
    'tag',
  ],
  [
    'the code as a key of tags',
    { commId: 'verification-code', variables: { code: '443322' }, tags: { '443322': 1 } },
    'tag',
  ],
])('%s returns 400 validation_error', async (_, body, reason) => {
  const response = await postSend(world, { to: address(), ...body });
  expect(response.body).toEqual({ error: { code: 'validation_error', message: expect.stringContaining(reason) } });
  expect(response.status).toBe(400);
  expect(response.body.error.message).not.toContain('443322');
});

test('every error has the object form', async () => {
  const marketing = await createCommunication(world, 'For marketing');
  const body = inline(address());
  const responses = {
    'malformed JSON': await postSend(world, '{"to":'),
    'too large': await postSend(world, inline(address(), { text: 'x'.repeat(1_100_000) })),
    'no key': await postSend(world, body, { apiKey: '' }),
    'a server key': await postSend(world, body, { apiKey: world.demo.serverKey }),
    'of marketing': await postSend(world, { to: address(), commId: marketing }),
    unknown: await postSend(world, { to: address(), commId: 'com_none' }),
    'another mode': await postSend(world, body, { mode: 'test' }),
    'an empty key': await postSend(world, body, { key: '' }),
    'a key of 256': await postSend(world, body, { key: 'k'.repeat(256) }),
    'another method': await world.api.get('/api/v1/transactional/send'),
  };
  const found = Object.entries(responses).map(([name, { status, body }]) => [name, status, body.error.code]);
  expect(found).toEqual([
    ['malformed JSON', 400, 'validation_error'],
    ['too large', 413, 'payload_too_large'],
    ['no key', 401, 'unauthorized'],
    ['a server key', 401, 'unauthorized'],
    ['of marketing', 400, 'comm_type_mismatch'],
    ['unknown', 404, 'comm_not_found'],
    ['another mode', 400, 'validation_error'],
    ['an empty key', 400, 'validation_error'],
    ['a key of 256', 400, 'validation_error'],
    ['another method', 405, 'method_not_allowed'],
  ]);
});

test('a promotional or country code is allowed in a tag', async () => {
  const to = address();
  const variables = { promoCode: 'SPRING26', 'order.country_code': 'DE' };
  const tags = { promo: 'SPRING26', country: 'DE' };
  expect((await postSend(world, { to, commId: 'welcome', variables, tags })).status).toBe(200);
  expect(await sendRow(world, to)).toMatchObject({ tags });
});

test('another workspace’s communication does not exist', async () => {
  const { demo: other } = await addWorkspace(world);
  const commId = await createTemplate({ subject: 'Ours' });
  const response = await postSend(world, { to: address(), commId }, { apiKey: other.transactionalKey });
  expect(response.body.error.code).toBe('comm_not_found');
});

test('a suppressed address gets 422 and a record but no email', async () => {
  const to = address();
  await world.api.post('/api/suppressions', { email: to });
  const response = await postSend(world, inline(to.replace('person', 'PERSON')));
  expect([response.status, response.body.error.code]).toEqual([422, 'suppressed']);
  expect(await readSink(world.sesEndpoint, to)).toEqual([]);
  expect(await sendRow(world, to)).toMatchObject({
    status: 'failed',
    failure: 'suppressed',
    provider_started_at: null,
  });
});

test.each([
  ['by the domain', (local: string) => `${local}@SANDBOX.apex.test`, undefined],
  ['by the header', (local: string) => `${local}@example.com`, 'sandbox'],
])('the sandbox %s uses the local part for the outcome, and records without delivery', async (_, addressOf, mode) => {
  const options = mode === undefined ? {} : { mode };
  const name = uniqueName('x');
  const outcomes: unknown[] = [];
  for (const local of [`${name}-bounce`, `${name}-suppressed`, `${name}-fine`]) {
    const { status, body } = await postSend(world, inline(addressOf(local)), options);
    outcomes.push([status, body.error?.code ?? body.message_id.slice(0, 4), body.mode]);
    const recipient = addressOf(local).replace('SANDBOX', 'sandbox');
    expect(await readSink(world.sesEndpoint, recipient)).toEqual([]);
    expect(await sendRow(world, recipient)).toMatchObject({ mode: 'sandbox', provider_started_at: null });
  }
  expect(outcomes).toEqual([
    [422, 'bounce', undefined],
    [422, 'suppressed', undefined],
    [200, 'sbx_', 'sandbox'],
  ]);
});

test('recent sends are in pages, newest first', async () => {
  const to = address();
  for (let index = 0; index < 3; index += 1) await postSend(world, inline(to), { mode: 'sandbox' });
  const first = (await world.api.get('/api/transactional/recent?limit=2')).body;
  const second = (await world.api.get(`/api/transactional/recent?limit=2&cursor=${first.nextCursor}`)).body;
  const ids = [...first.data, ...second.data].map(({ id }: { id: string }) => id);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
  expect(first.data).toHaveLength(2);
});
