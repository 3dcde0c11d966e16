import { readStub } from '../../support/snippet-stub';
import { createCommunication, publishJourney } from '../../support/journeys';
import { addMember } from '../../support/members';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/webhook-receiver';
import { addWorkspace } from '../../support/workspaces';
import { useWorld } from '../../support/world';

let site: WebhookReceiver;

beforeAll(async () => {
  site = await startWebhookReceiver();
});

const world = useWorld({ temporal: false, environment: () => ({ WEBHOOK_ALLOW_HOSTS: site.host }) });

afterAll(() => site.stop());

const started = async () => (await world.api.get('/api/getting-started')).body;

test('Getting started finds each part of a workspace when it is there', async () => {
  const { workspaceKey, owner } = world.demo;
  expect(await started()).toEqual({
    publicUrl: 'http://127.0.0.1:3000',
    mailSinkUrl: world.environment['SES_ENDPOINT'],
    workspaceKey,
    isHidden: false,
    isDone: false,
    event: null,
    eventTypes: [],
    conversion: null,
    experiment: null,
    journey: null,
    draftJourney: null,
    communication: null,
    emailSentAt: null,
    admins: expect.arrayContaining(['Owner']),
  });

  const send = (events: object[], headers = {}) =>
    world.api.raw('/api/events', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ workspaceKey, visitorId: 'visitor-1', events }),
    });
  const url = 'https://shop.example/pricing';
  await send([{ type: 'pageview', url }], { 'user-agent': 'Googlebot/2.1' });
  expect((await started()).event).toBeNull();
  await send([
    { type: 'pageview', url, data: { title: 'Pricing' }, timestamp: new Date().toISOString() },
    { type: 'click', url },
    { type: 'signed_up', url },
    { type: 'signed_up', url },
    { type: 'form_submit', url },
  ]);
  await world.api.post('/api/v1/events', { type: 'paid', email: 'ada@shop.example' });
  const arrived = await started();
  expect(arrived.event).toMatchObject({ url });
  expect(arrived.eventTypes).toEqual(['signed_up', 'form_submit', 'paid']);

  const { body: draft } = await world.api.post('/api/journeys', { name: 'A draft' });
  expect(await started()).toMatchObject({ journey: null, draftJourney: { id: draft.id, name: 'A draft' } });
  const communication = await createCommunication(world, 'Welcome');
  const journey = await publishJourney(world, [
    { id: 'greet', kind: 'send', communicationId: communication, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const { body: conversion } = await world.api.post('/api/conversion-goals', {
    name: 'Sign-up',
    eventType: 'signed_up',
  });
  const { body: experiment } = await world.api.post('/api/experiments', {
    name: 'Short form',
    targetUrl: '/join',
    variants: [{ name: 'A' }, { name: 'B' }],
  });
  const before = await started();
  expect(before).toMatchObject({
    isDone: false,
    conversion: { id: conversion.id, name: 'Sign-up' },
    experiment: { id: experiment.id, name: 'Short form' },
    journey: { id: journey.id },
    communication: { id: communication },
    emailSentAt: null,
  });
  const test = await world.ownerApi.post(`/api/communications/${communication}/test`, {});
  expect([test.status, test.body.to]).toEqual([200, owner.email]);
  const { emailSentAt, isDone } = await started();
  expect(isDone).toBe(true);
  expect(Date.now() - Date.parse(emailSentAt)).toBeLessThan(60_000);
  await world.ownerApi.post(`/api/communications/${communication}/test`, {});
  expect((await started()).emailSentAt).toBe(emailSentAt);
});

test('an admin hides Getting started for the workspace', async () => {
  const { api } = await addWorkspace(world);
  expect((await api.get('/api/getting-started')).body).toMatchObject({ isHidden: false, event: null });
  expect((await api.patch('/api/workspace', { hideGettingStarted: true })).body.hideGettingStarted).toBe(true);
  expect((await api.get('/api/getting-started')).body.isHidden).toBe(true);
});

test('a member sees the owners and admins who can help', async () => {
  const admin = await addMember(world, 'admin');
  const { userKey } = await addMember(world, 'member');
  const headers = { 'x-api-key': userKey };
  const { body } = await world.api.raw('/api/getting-started', { method: 'GET', headers });
  expect(body.admins).toEqual(['Owner', admin.email]);
});

test('the install check reads a page, and explains what is wrong with it', async () => {
  const code = readStub('docs/SNIPPET.md')
    .replace('https://apex.example.com', 'http://127.0.0.1:3000')
    .replace('svc_pk_YourWorkspace', world.demo.workspaceKey);
  site.respondWith((response, { url }) => {
    response.setHeader('content-type', 'text/html');
    if (url === '/policy') response.setHeader('content-security-policy', "script-src 'self'");
    // Longer than a page that is read without a thread.
    response.end(`<head>${url === '/none' ? '' : code}</head>${'<p>Hello</p>'.repeat(2_000)}`);
  });
  const check = async (url: string) => (await world.api.post('/api/install-check', { url })).body;
  const codes = ({ findings }: { findings: { code: string }[] }) => findings.map(({ code: one }) => one);
  const page = await check(`http://${site.host}/`);
  expect(page).toMatchObject({ url: `http://${site.host}/`, status: 200, result: 'good' });
  expect(codes(page)).toEqual(['snippet_found']);
  expect(codes(await check(`http://${site.host}/none`))).toEqual(['snippet_missing']);
  expect(codes(await check(`http://${site.host}/policy`))).toEqual(['snippet_found', 'script_blocked', 'stub_blocked']);
  expect(await check(world.apiUrl)).toMatchObject({
    status: null,
    result: 'not_checked',
    findings: [{ code: 'not_public' }],
  });
  expect(await check('javascript:alert(1)')).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'url' }] });
});
