import { formatUnsubscribeToken } from '../../../domain/email/unsubscribe';
import { createCommunication, createSubject, publishJourney, trackEvent, uniqueName } from '../../support/journeys';
import { readSink } from '../../support/mail-sink';
import { postSend } from '../../support/transactional';
import { waitFor } from '../../support/wait-for';
import { useWorld } from '../../support/world';

const world = useWorld();

beforeAll(() => world.startWorker());

const acme = {
  name: 'Acme Shop',
  email: 'hello@acme.example',
  replyTo: 'care@acme.example',
  postalAddress: '1 Main Street\n12345 Town',
  logoUrl: 'https://cdn.acme.example/logo.png',
  accentColor: '#0f766e',
};

const setSender = (sender: unknown) => world.api.patch('/api/workspace', { sender });

test('a sender is set as a whole and removed by null', async () => {
  expect((await setSender(acme)).body.sender).toEqual(acme);
  expect((await world.api.get('/api/workspace')).body.sender).toEqual(acme);
  const { name, postalAddress } = acme;
  expect((await setSender({ name, postalAddress, accentColor: '#ABC' })).body.sender).toEqual({
    name,
    postalAddress,
    accentColor: '#aabbcc',
  });
  expect((await setSender(null)).body.sender).toBeNull();
});

test.each([
  ['no postal address', { postalAddress: undefined }],
  ['a name of two lines', { name: 'Acme\r\nBcc: x@y.example' }],
  ['an empty name', { name: ' ' }],
  ['no colour', { accentColor: 'red' }],
  ['a style in the colour', { accentColor: '#fff;background:url(x)' }],
  ['a logo by http', { logoUrl: 'http://cdn.acme.example/logo.png' }],
  ['a logo that is a script', { logoUrl: 'javascript:alert(1)' }],
  ['a relative logo', { logoUrl: '/logo.png' }],
  ['a quote in the logo', { logoUrl: 'https://cdn.acme.example/"onerror="x' }],
  ['a directive in the host of the logo', { logoUrl: 'https://a;sandbox/logo.png' }],
  ['a second source in the host of the logo', { logoUrl: 'https://a,b/logo.png' }],
  ['a wildcard in the host of the logo', { logoUrl: 'https://*.acme.example/logo.png' }],
  ['an escaped wildcard in the host of the logo', { logoUrl: 'https://%2A/logo.png' }],
  ['a policy in place of a logo', { logoUrl: 'https://a;script-src *' }],
  ['an IPv6 address as host of the logo', { logoUrl: 'https://[2001:db8::1]/logo.png' }],
  ['no address', { email: 'hello' }],
  ['a line in replyTo', { replyTo: 'a@b.example\r\nBcc: c@d.example' }],
  ['an unknown field', { colour: '#fff' }],
])('%s is refused', async (_, change) => {
  const response = await setSender({ ...acme, ...change });
  expect([response.status, response.body.code]).toEqual([400, 'VALIDATION_ERROR']);
  if ('logoUrl' in change)
    expect(response.body.details).toEqual([{ path: 'sender.logoUrl', message: expect.any(String) }]);
});

test('publishing warns only if the journey sends without a postal address', async () => {
  const communicationId = await createCommunication(world, 'Offer');
  const send = { id: 'offer', kind: 'send', communicationId, next: 'end' };
  const end = { id: 'end', kind: 'exit' };
  const publish = async (steps: unknown[]) => {
    const contract = await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') });
    const fields = { name: 'J', triggerContractId: contract.body.id, steps };
    const { id } = (await world.api.post('/api/journeys', fields)).body;
    return (await world.api.post(`/api/journeys/${id}/publish`)).body.warnings;
  };
  await setSender(null);
  expect(await publish([send, end])).toEqual([expect.stringContaining('postal address')]);
  expect(await publish([end])).toEqual([]);
  await setSender({ ...acme, postalAddress: ' ' });
  expect(await publish([send, end])).toHaveLength(1);
  await setSender(acme);
  expect(await publish([send, end])).toEqual([]);
  await setSender(null);
});

test('publishing warns about empty messages and conditions that match no one, also in a dry run', async () => {
  await setSender(acme);
  const slots = { subject: 'S', body: ' ', ctaLabel: '', ctaUrl: '' };
  const message = await world.api.post('/api/communications', { name: 'Blank', commType: 'marketing', slots });
  const audience = await world.api.post('/api/audiences', { name: 'None', condition: { any: [] } });
  const contract = await world.api.post('/api/trigger-contracts', { eventName: uniqueName('event') });
  const send = { id: 'mail', kind: 'send', communicationId: message.body.id, next: 'end' };
  const fields = { name: 'J', triggerContractId: contract.body.id, audienceId: audience.body.id };
  const steps = [send, { id: 'end', kind: 'exit' }];
  const { id } = (await world.api.post('/api/journeys', { ...fields, steps })).body;
  const published = {
    id,
    version: 1,
    warnings: ['The message "Blank" is empty.', expect.stringContaining('The audience matches no one')],
  };
  for (const path of [`/api/journeys/${id}/publish?dryRun=true`, `/api/journeys/${id}/publish`]) {
    expect((await world.api.get(`/api/journeys/${id}`)).body.status).toBe('draft');
    expect(await world.api.post(path)).toMatchObject({ status: 200, body: published });
  }
  await setSender(null);
});

test('emails and pages show the sender', async () => {
  await setSender(acme);
  const communicationId = await createCommunication(world, 'Welcome');
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId, next: 'done' },
    { id: 'done', kind: 'exit' },
  ]);
  const person = await createSubject(world, { name: 'Ada' });
  await trackEvent(world, journey.eventName, person.visitorId);
  const mail = await waitFor(async () => (await readSink(world.sesEndpoint, person.email))[0], {
    what: 'the message of the journey',
  });
  // acme.example is not verified, so the installation’s address sends with the sender’s name.
  expect(mail.from).toBe('"Acme Shop" <hello@apex.test>');
  expect(mail.replyTo).toEqual(['care@acme.example']);
  expect(mail.body.html).toContain('Acme Shop');
  expect(mail.body.html).toContain('1 Main Street<br>12345 Town');
  expect(mail.body.text).toContain('1 Main Street\n12345 Town');
  expect(mail.body.html).toContain(acme.logoUrl);

  const to = `${uniqueName('person')}@example.com`;
  const variables = { reset_url: 'https://acme.example/reset' };
  expect((await postSend(world, { to, commId: 'password-reset', variables })).status).toBe(200);
  const [reset] = await readSink(world.sesEndpoint, to);
  expect([reset!.from, reset!.replyTo]).toEqual(['"Acme Shop" <hello@apex.test>', ['care@acme.example']]);
  expect(reset!.body.html).toContain(acme.accentColor);
  expect(reset!.body.html).not.toContain('/u/');

  const subject = { workspaceId: world.demo.workspaceId, endUserId: person.id };
  const page = await world.api.raw(`/u/${formatUnsubscribeToken(world.environment['LINK_SECRET']!, subject)}`, {});
  expect(page.body).toContain(`<img src="${acme.logoUrl}" alt="Acme Shop" />`);
  expect(page.body).toContain('from Acme Shop');
  expect(page.body).toContain('1 Main Street\n12345 Town');
  expect(page.headers.get('content-security-policy')).toContain('img-src https://cdn.acme.example;');
  await setSender(null);
});

test.each(['https://a;sandbox/logo.png', 'https://*/logo.png', 'https://a,b/logo.png', 'not a URL'])(
  'a stored logo with an unsafe host is left out of the page and its policy: %s',
  async (logoUrl) => {
    await setSender(acme);
    const workspace = world.database('workspaces').where({ id: world.demo.workspaceId });
    await workspace.update({ sender: JSON.stringify({ ...acme, logoUrl }) });
    const person = await createSubject(world, { name: 'Ada' });
    const subject = { workspaceId: world.demo.workspaceId, endUserId: person.id };
    const page = await world.api.raw(`/u/${formatUnsubscribeToken(world.environment['LINK_SECRET']!, subject)}`, {});
    expect(page.status).toBe(200);
    expect(page.body).toContain('<header>Acme Shop</header>');
    expect(page.headers.get('content-security-policy')).not.toMatch(/img-src|sandbox|\*/);
    await setSender(null);
  },
);
