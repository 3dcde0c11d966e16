import { clippedAtBytes } from '../../../../domain/email/content-problems';
import { assertImportable } from '../../../../domain/journeys/import/bundle';
import { translateKlaviyo } from '../../../../domain/journeys/import/klaviyo';
import { goalOf, profileField } from '../../../../domain/journeys/import/klaviyo-conditions';
import { translatedSample } from './exports';

const { bundle, journey, step, notes } = translatedSample('klaviyo');

it('converts name, trigger, audience, goal and re-entry', () => {
  expect(journey).toMatchObject({
    externalId: 'klaviyo:XVTP5Q:journey',
    name: 'Welcome series',
    goalEventName: 'placed_order',
    reentry: 'once',
    triggerContractId: 'klaviyo:XVTP5Q:trigger',
    audienceId: 'klaviyo:XVTP5Q:audience',
  });
  expect(bundle.triggerContracts).toMatchObject([
    { eventName: 'signed_up', where: { field: 'event.data.plan', operator: 'equals', value: 'pro' } },
  ]);
  expect(bundle.audiences).toMatchObject([
    {
      condition: {
        any: [
          { field: 'attributes.Country', operator: 'equals', value: 'DE' },
          { field: 'attributes.Country', operator: 'equals', value: 'AT' },
        ],
      },
    },
  ]);
});

it('starts with the entry action, and waits for a duration and then for a time on a weekday', () => {
  expect(journey.steps?.[0]).toMatchObject({ id: '101', kind: 'send', next: '102' });
  expect(step('102')).toMatchObject({ kind: 'wait', duration: 'P2DT3H', next: '102-until' });
  expect(step('102-until')).toMatchObject({
    untilTime: { time: '09:30', weekdays: [1, 2, 3], timezone: 'subject' },
    next: '103',
  });
});

it('converts splits to branches and skips unsupported actions', () => {
  expect(step('103')).toMatchObject({
    kind: 'branch',
    arms: [{ when: { event: 'klaviyo_metric_opneml', within: 'P7D', atLeast: 1 }, next: '104' }],
    else: '107',
  });
  expect(step('106')).toMatchObject({
    kind: 'branch',
    arms: [
      { name: 'Growth', when: { field: 'attributes.Plan', operator: 'contains', value: 'growth' }, next: '107' },
      { name: 'On a list', when: { any: [] }, next: 'end' },
    ],
    else: 'end',
  });
  expect(notes('105')).toMatchObject([{ severity: 'warning', reason: expect.stringContaining('update-profile') }]);
  expect(notes('106')).toMatchObject([{ severity: 'error' }]);
});

it('converts a test to an experiment, main action first, with a message per variation', () => {
  expect(step('104')).toMatchObject({
    kind: 'experiment',
    arms: [
      { weight: 0.5, next: '104-1' },
      { weight: 0.5, next: '104-2' },
    ],
  });
  expect(step('104-2')).toMatchObject({ communicationId: 'klaviyo:XVTP5Q:message:202', next: '106' });
  const bold = bundle.communications.find(({ externalId }) => externalId === 'klaviyo:XVTP5Q:message:202');
  expect(bold).toMatchObject({ name: 'Bold', slots: { subject: 'Try it NOW' } });
});

it('keeps a webhook with its headers, and converts its tags to Liquid', () => {
  expect(step('107')).toMatchObject({
    kind: 'webhook',
    url: 'https://hooks.example.com/klaviyo',
    headers: { 'X-Source': 'flow' },
    body: '{"email": "{{ email }}", "plan": "{{ event.data.plan }}"}',
    next: 'end',
  });
});

it('converts the tags in webhook headers to Liquid, as in the body', () => {
  const headers = {
    'X-Plan': '{{ event.plan }}',
    'X-Name': '{{ first_name }}',
    'X-Shop': 'of {{ organization.name }}',
  };
  const data = { url: 'https://hooks.example.com/in', headers, body: '{{ event.plan }}' };
  const actions = [{ id: '1', type: 'send-webhook', data }];
  const { journeys, unmapped } = translateKlaviyo({ data: { attributes: { definition: { actions } } } });
  expect(journeys[0]?.steps?.[0]).toMatchObject({
    headers: { 'X-Plan': '{{ event.data.plan }}', 'X-Name': '{{ attributes.first_name }}', 'X-Shop': 'of ' },
    body: '{{ event.data.plan }}',
  });
  const reasons = unmapped.filter(({ sourceId }) => sourceId === '1').map(({ reason }) => reason);
  expect(reasons).toEqual([
    'The tag {{ organization.name }} in line 1 was removed. Enter the text from your Klaviyo account instead.',
  ]);
});

it('converts template tags to Liquid and removes unsupported ones', () => {
  expect(bundle.communications[0]).toMatchObject({
    commType: 'marketing',
    slots: { subject: 'Welcome, {{ attributes.first_name | default: "friend" }}' },
    html:
      '<div style="display:none;max-height:0;overflow:hidden">Good to see you</div>' +
      '<p>Hello {{ attributes["Favorite Color"] }} {{ attributes.first_name | default: "you" }}</p>' +
      '{% if event.data.plan == "pro" %}<b>Pro</b>' +
      '{% elsif attributes.vip and attributes.vip != empty and attributes.vip != 0 %}VIP{% endif %}' +
      '<a href="{{ unsubscribe_url }}">Unsubscribe</a>',
    text: 'Hello {{ attributes.first_name }}',
    problem: expect.stringContaining('HTML: The tag {{ organization.name }} in line 1 was removed.') as string,
  });
  expect(bundle.unmapped.find(({ reason }) => reason.includes('organization'))).toMatchObject({
    sourceId: '101',
    path: 'included.2.attributes.html',
    severity: 'error',
  });
});

it('reports a message without content if its template is not in the export', () => {
  const actions = [{ id: '1', type: 'send-email', data: { message: { subject_line: 'Hi', template_id: 'T1' } } }];
  const { unmapped, communications } = translateKlaviyo({ data: { attributes: { definition: { actions } } } });
  expect(communications).toMatchObject([{ html: null, text: null, slots: { subject: 'Hi' } }]);
  expect(unmapped).toContainEqual(
    expect.objectContaining({ severity: 'error', reason: 'The export does not contain the content of the message.' }),
  );
});

it('compares counts like Klaviyo', () => {
  const when = (operator: string, value: number) => {
    const condition = {
      type: 'profile-metric',
      metric_id: 'M',
      measurement: 'count',
      measurement_filter: { type: 'numeric', operator, value },
      timeframe_filter: { operator: 'in-the-last', unit: 'week', quantity: 2 },
    };
    const data = { profile_filter: { condition_groups: [{ conditions: [condition] }] } };
    const definition = { actions: [{ id: '1', type: 'conditional-split', data, links: {} }] };
    const [split] = translateKlaviyo({ data: { attributes: { definition } } }).journeys[0]?.steps ?? [];
    return split?.kind === 'branch' ? split.arms[0]?.when : undefined;
  };
  const atLeast = (times: number) => ({ event: 'klaviyo_metric_m', within: 'P2W', atLeast: times });
  expect(when('equals', 0)).toEqual({ not: atLeast(1) });
  expect(when('equals', 2)).toEqual({ all: [atLeast(2), { not: atLeast(3) }] });
  expect(when('greater-than', 2)).toEqual(atLeast(3));
  expect(when('greater-than-or-equal', 2)).toEqual(atLeast(2));
  expect(when('less-than', 2)).toEqual({ not: atLeast(2) });
  expect(when('less-than-or-equal', 2)).toEqual({ not: atLeast(3) });
  expect(when('sounds-like', 2)).toEqual({ any: [] });
});

it('parses property names, and finds a goal only as the single condition', () => {
  expect(profileField(`properties['Plan name']`)).toBe('attributes.Plan name');
  expect(profileField('email')).toBe('email');
  expect(profileField(`location['timezone']`)).toBe('timezone');
  const zero = {
    type: 'profile-metric',
    metric_id: 'M',
    measurement: 'count',
    measurement_filter: { operator: 'equals', value: 0 },
    timeframe_filter: { operator: 'flow-start' },
  };
  expect(goalOf({ condition_groups: [{ conditions: [zero] }] })).toEqual({
    metricId: 'M',
    rest: { condition_groups: [] },
  });
  expect(goalOf({ condition_groups: [{ conditions: [zero, zero] }] })).toBeNull();
});

it('removes a subject that has too many bytes', () => {
  const read = (subject: string) => {
    const message = { subject_line: subject, template_id: 'T1' };
    const definition = { actions: [{ id: '1', type: 'send-email', data: { message } }] };
    const { unmapped, communications } = translateKlaviyo({ data: { attributes: { definition } } });
    return { subject: communications[0]?.slots?.subject, reasons: unmapped.map(({ reason }) => reason) };
  };
  expect(read('ä'.repeat(499)).subject).toHaveLength(499);
  const { subject, reasons } = read('ä'.repeat(500));
  expect(subject).toBe('');
  expect(reasons).toContainEqual('The subject was removed. It is longer than 998 bytes.');
});

it('removes HTML that cannot be saved, and keeps the text', () => {
  const read = (html: string) => {
    const data = { message: { subject_line: 'Hi', template_id: 'T1' } };
    const definition = { actions: [{ id: '1', type: 'send-email', data }] };
    const included = [{ type: 'template', id: 'T1', attributes: { html, text: 'Hello' } }];
    const bundle = translateKlaviyo({ data: { attributes: { definition } }, included });
    assertImportable(bundle);
    return { content: bundle.communications[0], reasons: bundle.unmapped.map(({ reason }) => reason) };
  };
  const most = 'ä'.repeat(clippedAtBytes / 2);
  expect(read(most).content?.html).toBe(most);
  const { content, reasons } = read(`${most}.`);
  expect(content).toMatchObject({ html: null, text: 'Hello', problem: expect.stringContaining('longer') as string });
  expect(reasons).toContainEqual('The HTML was removed. It is longer than 104448 bytes.');
  const unclosed = read('<p>Hi</p><a');
  expect(unclosed.content).toMatchObject({ html: null, text: 'Hello' });
  expect(unclosed.reasons).toContainEqual(
    'The HTML was removed. The unsubscribe footer would not be visible, because a tag is never closed (line 1, column 10).',
  );
});
