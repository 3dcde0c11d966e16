import { brazeDialect } from '../../../../domain/journeys/import/templates/braze-template';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { renderedTemplate, sampleExport, translatedSample } from './exports';

const { bundle, journey, step, notes } = translatedSample('braze');

it('starts with an experiment between the variants', () => {
  expect(journey).toMatchObject({
    externalId: 'braze:a1c9-variant-2:journey',
    name: 'Trial nurture',
    description: 'Mails during the trial',
    triggerContractId: null,
  });
  expect(journey.steps?.[0]).toMatchObject({
    kind: 'experiment',
    arms: [
      { name: 'Variant 1', weight: 0.5, next: 'step-mail' },
      { name: 'Control', weight: 0.5, next: 'step-paths' },
    ],
  });
});

it('numbers variants without a name', () => {
  const given = sampleExport('braze');
  const variants = (given['variants'] as JsonRecord[]).map(({ name: _name, ...variant }) => variant);
  const [first] = translateExternal('braze', { ...given, variants }).journeys[0]!.steps!;
  expect(first).toMatchObject({ arms: [{ name: 'Variant 1' }, { name: 'Variant 2' }] });
});

it('reports a variant with two first steps, uses the first, and reports nothing for one step', () => {
  const given = sampleExport('braze');
  const [first, second] = given['variants'] as JsonRecord[];
  const variants = [{ ...first, first_step_ids: ['step-mail', 'step-paths'] }, second];
  const { journeys, unmapped } = translateExternal('braze', { ...given, variants });
  expect(journeys[0]?.steps?.[0]).toMatchObject({ arms: [{ next: 'step-mail' }, { next: 'step-paths' }] });
  expect(unmapped.filter(({ path }) => path.endsWith('first_step_ids'))).toMatchObject([
    { sourceId: 'b7a0-variant-1', path: 'variants.0.first_step_ids', severity: 'error' },
  ]);
});

it('calls the webhooks of a message step in sequence, then sends its email', () => {
  const given = sampleExport('braze');
  const webhook = (url: string) => ({ channel: 'webhook', url, method: 'POST', headers: [], body: '' });
  const messages = {
    one: webhook('https://crm.example.com/one'),
    two: webhook('https://crm.example.com/two'),
    mail: { channel: 'email', name: 'Mail', subject: 'Hi', body: '<p>Hi</p>' },
  };
  const steps = (given['steps'] as JsonRecord[]).map((one) => (one['id'] === 'step-hook' ? { ...one, messages } : one));
  const { journeys } = translateExternal('braze', { ...given, steps });
  const found = Object.fromEntries((journeys[0]?.steps ?? []).map((one) => [one.id, one]));
  expect(found['step-hook']).toMatchObject({ kind: 'webhook', url: messages.one.url, next: 'step-hook-webhook-2' });
  expect(found['step-hook-webhook-2']).toMatchObject({ url: messages.two.url, next: 'step-hook-mail' });
  expect(found['step-hook-mail']).toMatchObject({ kind: 'send' });
});

it('removes credentials from a webhook URL and reports it', () => {
  const given = sampleExport('braze');
  const hook = {
    channel: 'webhook',
    url: 'https://ada:s3cret@crm.example.com/one',
    method: 'POST',
    headers: [],
    body: '',
  };
  const steps = (given['steps'] as JsonRecord[]).map((one) =>
    one['id'] === 'step-hook' ? { ...one, messages: { hook } } : one,
  );
  const translated = translateExternal('braze', { ...given, steps });
  expect(JSON.stringify(translated)).not.toContain('s3cret');
  expect(translated.journeys[0]?.steps?.find(({ id }) => id === 'step-hook')).toMatchObject({
    url: 'https://crm.example.com/one',
  });
  expect(translated.unmapped).toContainEqual(
    expect.objectContaining({ severity: 'error', reason: expect.stringContaining('The user and password') }),
  );
});

it('reports what the export does not contain: trigger, delay length and path conditions', () => {
  expect(notes('a1c9-variant-2')).toMatchObject([
    { severity: 'error', reason: expect.stringContaining('action_based') },
  ]);
  expect(step('step-delay')).toMatchObject({ kind: 'wait', duration: 'P1D', next: 'step-split' });
  expect(notes('step-delay')).toMatchObject([{ severity: 'error' }]);
  expect(step('step-split')).toMatchObject({
    kind: 'branch',
    arms: [{ name: 'Yes', when: { any: [] }, next: 'step-hook' }],
    else: 'step-paths',
  });
  expect(notes('step-split')).toMatchObject([{ severity: 'error' }]);
});

it('sends the email of a message step and omits the push message', () => {
  expect(step('step-mail')).toMatchObject({ kind: 'send', next: 'step-delay' });
  expect(notes('mv-2')).toMatchObject([{ severity: 'warning', reason: expect.stringContaining('ios_push') }]);
  expect(bundle.communications[0]).toMatchObject({
    externalId: 'braze:a1c9-variant-2:message:mv-1',
    slots: { subject: "Hi {{attributes.first_name | default: 'there'}}" },
    html: `<p>{% if attributes.plan == 'pro' %}Pro{% endif %} {{event.data["Trial Name"]}} </p>`,
    text: 'Hi {{attributes.first_name}}',
  });
});

it('splits between several emails of one step, and calls its webhook', () => {
  expect(step('step-two-mails')).toMatchObject({
    kind: 'experiment',
    arms: [{ name: 'Short', next: 'step-two-mails-1' }, { name: 'Long' }],
  });
  expect(step('step-two-mails-1')).toMatchObject({ kind: 'send', next: 'step-loop' });
  expect(step('step-hook')).toMatchObject({
    kind: 'webhook',
    method: 'PUT',
    headers: { 'X-Team': 'growth' },
    body: '{"who": "{{email}}"}',
    next: 'end',
  });
});

it('ends an execution where the Canvas would loop', () => {
  expect(step('step-loop')).toMatchObject({ arms: [{ name: 'Again', next: 'end' }], else: 'end' });
  expect(notes('step-loop')).toContainEqual({ severity: 'error', reason: expect.stringContaining('loop') });
});

/* eslint-disable no-template-curly-in-string -- Braze writes names as ${name}. */
const scope = {
  email: 'a@b.c',
  attributes: { plan: 'pro', city: 'Bonn', list: ['x', 'y'], 'Zip Code': 53111 },
  event: { data: { price: 5 } },
};

it.each([
  ['{{${email_address}}}', 'a@b.c'],
  ['{{custom_attribute.${plan} | upcase}}', 'PRO'],
  ['{{custom_attribute.${Zip Code}}}', '53111'],
  ['{{canvas_entry_properties.${price}}}', '5'],
  ['{% if {{${city}}} == "Bonn" %}1{% endif %}', '1'],
  ["{{${first_name} | default: 'there'}}", 'there'],
  ['{% assign attributes = custom_attribute.${list} %}{% for a in attributes %}{{a}}{% endfor %}', 'xy'],
  ["{{'2026-03-01T20:00:00Z' | time_zone: 'Asia/Tokyo' | date: '%F'}}", '2026-03-02'],
  ['<a href="{{${set_user_to_unsubscribed_url}}}">', '<a href="U">'],
  ['text ${plan}', 'text ${plan}'],
])('translates %s', (template, text) => {
  const given = { ...scope, unsubscribe_url: 'U' };
  expect(renderedTemplate(brazeDialect, template, { scope: given })).toEqual({ text, notes: [] });
});

it.each([
  "{% abort_message('no') %}",
  '{% connected_content https://example.com/{{${user_id}}} :save result %}',
  '{{content_blocks.${footer}}}',
  '{% catalog_items Shop x %}',
  '{{${random_bucket_number}}}',
  '{{campaign.${name}}}',
  '{{attributes.plan}}',
])('lists %s as an error', (template) => {
  expect(renderedTemplate(brazeDialect, template, { scope })).toEqual({ text: '', notes: [`error ${template}`] });
});
