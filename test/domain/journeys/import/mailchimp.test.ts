import { mailchimpTemplate } from '../../../../domain/journeys/import/mailchimp-tags';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { sampleExport, translatedSample } from './exports';

const { bundle, journey, step, notes } = translatedSample('mailchimp');

it('sends the emails in order of position, each after its delay', () => {
  expect(journey).toMatchObject({ externalId: 'mailchimp:57afe96172:journey', name: 'Welcome series' });
  expect(journey.steps?.map(({ id }) => id)).toEqual([
    'a1',
    'delay-c2',
    'delay-c2-until',
    'c2',
    'delay-e3',
    'e3',
    'end',
  ]);
  expect(step('delay-c2')).toMatchObject({ duration: 'P2W' });
  expect(step('delay-c2-until')).toMatchObject({ untilTime: { time: '09:30', weekdays: [1, 5] }, next: 'c2' });
  expect(step('delay-e3')).toMatchObject({ duration: 'P1D', next: 'e3' });
});

it('starts when a person joins the list', () => {
  expect(bundle.triggerContracts).toMatchObject([
    {
      eventName: 'subscribed_to_list',
      where: { field: 'event.data.listId', operator: 'equals', value: 'a6b5da1054' },
    },
  ]);
});

it('reports a dependency on the previous email, and missing content', () => {
  expect(notes('delay-e3')).toMatchObject([
    { severity: 'error', reason: expect.stringContaining('open previous email') },
  ]);
  expect(notes('e3')).toMatchObject([
    { severity: 'error', reason: expect.stringContaining('export does not contain') },
  ]);
});

it('converts merge tags to Liquid', () => {
  expect(bundle.communications[0]).toMatchObject({
    slots: { subject: 'Welcome, {{ attributes.first_name }}' },
    html: '<p>Hello {{ attributes.first_name }} {{ attributes.last_name }}, you are {{ email }} of {{ attributes.company }}.</p>',
  });
  expect(bundle.communications[1]).toMatchObject({
    html: '<p>{% if attributes.plan == "pro" %}Pro{% else %}Free{% endif %} </p>',
    text: 'Hello',
  });
});

it.each([
  ['*|IF:FNAME|*', '{% if attributes.first_name != blank %}'],
  ['*|IFNOT:FNAME|*', '{% if attributes.first_name == blank %}'],
  ['*|IF:ORDERS>=3|*', '{% if attributes.orders >= 3 %}'],
  ['*|ELSEIF:PLAN=pro|*', '{% elsif attributes.plan == "pro" %}'],
])('converts %s to %s', (source, expected) => {
  expect(mailchimpTemplate(source)).toBe(expected);
});

it('truncates long names between characters', () => {
  const { emails, ...given } = sampleExport('mailchimp') as { emails: { id: string }[] };
  const [first, ...others] = emails;
  // Two lengths in code units, one apart, so that one cut is inside a surrogate pair.
  const ids = ['', 'x'].map((start) => start + '😀'.repeat(50));
  for (const id of ids) {
    const bundle = translateExternal('mailchimp', { ...given, emails: [{ ...first, id }, ...others] });
    expect(JSON.stringify(bundle)).not.toMatch(/\\ud[89ab]/);
  }
});
