import { brazeTemplate } from '../../../../domain/journeys/import/braze';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { sampleExport, translatedSample } from './exports';

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

it.each([
  [`{{\${email_address}}}`, '{{email}}'],
  [`{{custom_attribute.\${plan} | upcase}}`, '{{attributes.plan | upcase}}'],
  [`{{canvas_entry_properties.\${price}}}`, '{{event.data.price}}'],
  [`{% if {{\${city}}} == "Bonn" %}`, '{% if attributes.city == "Bonn" %}'],
])('converts %s to %s', (source, expected) => {
  expect(brazeTemplate(source)).toBe(expected);
});
