import { translateCustomerio } from '../../../../domain/journeys/import/customerio';
import { customerioDialect } from '../../../../domain/journeys/import/templates/customerio-template';
import { renderedTemplate, translatedSample } from './exports';

const { bundle, journey, step, notes } = translatedSample('customerio');

it('keeps the order of the campaign’s actions', () => {
  expect(journey).toMatchObject({
    externalId: 'customerio:5:journey',
    name: 'Order follow-up',
    triggerContractId: 'customerio:5:trigger',
  });
  expect(bundle.triggerContracts).toMatchObject([{ eventName: 'order_placed' }]);
  expect(journey.steps?.[0]).toMatchObject({ id: '96', kind: 'send', next: '97' });
  expect(step('97')).toMatchObject({ kind: 'wait', duration: 'P3D', next: '98' });
  expect(step('98')).toMatchObject({ kind: 'webhook', method: 'POST', body: '{"email": "{{email}}"}', next: 'test-7' });
});

it('converts actions with the same parent to an experiment', () => {
  expect(step('test-7')).toMatchObject({
    kind: 'experiment',
    arms: [
      { weight: 0.5, next: '100' },
      { weight: 0.5, next: '99' },
    ],
  });
  expect(step('100')).toMatchObject({ kind: 'send', next: '101' });
  expect(step('99')).toMatchObject({ kind: 'send', next: '101' });
});

it('keeps the place of a branch and omits other channels', () => {
  expect(step('101')).toMatchObject({ kind: 'branch', arms: [{ when: { any: [] }, next: 'end' }], else: 'end' });
  expect(notes('101')).toMatchObject([{ severity: 'error' }]);
  expect(notes('102')).toMatchObject([{ severity: 'warning', reason: expect.stringContaining('slack') }]);
});

it('reports paths in the export, not in the bundle', () => {
  expect(bundle.unmapped.find(({ sourceId }) => sourceId === '96')?.path).toBe('actions.2');
});

it('renames Liquid references, but not quoted text', () => {
  expect(bundle.communications[0]).toMatchObject({
    slots: { subject: 'Thanks, {{attributes.first_name}}' },
    html:
      '<div style="display:none;max-height:0;overflow:hidden">It is on its way</div>' +
      "<p>Dear {{attributes.first_name | default: 'friend'}}, thank you for {{ event.data.item.name }}. " +
      `{{attributes["Favorite Color"]}}</p>{% if attributes.plan == 'event.plan' %}x{% endif %}`,
  });
  expect(notes('96')).toContainEqual({ severity: 'error', reason: expect.stringContaining('snippet footer') });
});

it('starts with the segments that trigger the campaign', () => {
  const { triggerContracts } = translateCustomerio({
    campaign: { id: 1, trigger_segment_ids: [7, 8] },
    actions: [{ id: 1, type: 'exit' }],
  });
  expect(triggerContracts).toMatchObject([
    { eventName: 'entered_segment', where: { field: 'event.data.segmentId', operator: 'in', value: ['7', '8'] } },
  ]);
});

it.each([
  ['{{customer.plan}} {{event.item.name}} {{trigger.code}}', 'pro Tea 7'],
  ['{{ customer["email"] }}', 'a@b.c'],
  ['{% for event in event.list %}{{ event.n }}{% endfor %}{{ event.code }}', '127'],
  ['<a href="{% unsubscribe_url %}"> {% unsubscribe %}', '<a href="U"> <a href="U">Unsubscribe</a>'],
  ['{% view_in_browser_url %} {{ view_in_browser_url }}', 'V V'],
  ['{% cio_link url:https://example.com/a?b=1 track:true %}', 'https://example.com/a?b=1'],
  ['{% comment %} {{ {% endcomment %}{% raw %}{{ x }}{% endraw %}', '{{ x }}'],
])('translates %s', (template, text) => {
  const scope = {
    email: 'a@b.c',
    attributes: { plan: 'pro' },
    event: { data: { item: { name: 'Tea' }, code: 7, list: [{ n: 1 }, { n: 2 }] } },
    unsubscribe_url: 'U',
    view_url: 'V',
  };
  expect(renderedTemplate(customerioDialect, template, { scope })).toEqual({ text, notes: [] });
});

it.each([
  '{{journey.code}}',
  '{{snippets.footer}}',
  '{{content}}',
  '{{layout.id}}',
  '{{campaign.name}}',
  '{% random 5 %}',
  '{{ customer.a | newline_to_br }}',
  "{{ customer.a | date: '%G' }}",
  '{{ attributes.plan }}',
])('lists %s as an error', (template) => {
  expect(renderedTemplate(customerioDialect, template)).toEqual({ text: '', notes: [`error ${template}`] });
});

it('keeps the first of two actions with the same id, and lists the other', () => {
  const actions = ['en', 'de'].map((language) => ({ id: 1, type: 'email', subject: language, body: 'Hi', language }));
  const { communications, unmapped } = translateCustomerio({ campaign: { id: 1, event_name: 'e' }, actions });
  expect(communications).toMatchObject([{ slots: { subject: 'en' } }]);
  expect(unmapped.map(({ path }) => path)).toEqual(['actions.1', 'actions.0.language', 'actions.1.language']);
});

it('lists a message that goes to another address, or that Customer.io did not send', () => {
  const action = { id: 1, type: 'email', subject: 'Hi', body: 'Hi', recipient: 'boss@b.c', sending_state: 'draft' };
  const { unmapped } = translateCustomerio({ campaign: { id: 1, event_name: 'e' }, actions: [action] });
  expect(unmapped).toMatchObject([
    { path: 'actions.0.recipient', severity: 'error' },
    { path: 'actions.0', severity: 'warning', reason: expect.stringContaining('"draft"') },
  ]);
});
