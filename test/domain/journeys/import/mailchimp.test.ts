import { mailchimpDialect } from '../../../../domain/journeys/import/templates/mailchimp-template';
import { translateTemplate } from '../../../../domain/journeys/import/templates/translate-template';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import { renderedTemplate, sampleExport, translatedSample } from './exports';

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
    html:
      '<div style="display:none;max-height:0;overflow:hidden">Good to see you</div>' +
      '<p>Hello {{ attributes.first_name }} {{ attributes.last_name }}, you are {{ email }} of {{ attributes.company }}.</p>',
  });
  expect(bundle.communications[1]).toMatchObject({
    html:
      '<p>{% if attributes.plan == "pro" %}Pro{% else %}Free{% endif %} ' +
      '<a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
    text: 'Hello',
  });
});

const scope = { email: 'a+b@c.d', attributes: { first_name: 'ada mae', age: '21', plan: 'pro' }, view_url: 'V' };
const inserts = { subject: 'Subject', preheader: 'Preview' };

it.each([
  ['*|IF:FNAME|*a*|END:IF|**|IFNOT:LNAME|*b*|END:IF|*', 'ab'],
  ['*|IF:AGE&gt;=21|*a*|ELSEIF:PLAN=x|*b*|ELSE:|*c*|END:IF|*', 'a'],
  ['*|IF:PLAN=&quot;pro&quot;|*a*|END:IF|**|IF:AGE=21|*b*|END:IF|**|IF:AGE!=21|*c*|END:IF|*', 'ab'],
  ['*%7CEMAIL%7C* *|MERGE0|* *|URL:EMAIL|*', 'a+b@c.d a+b@c.d a%2Bb%40c.d'],
  ['*|TITLE:FNAME|* *|UPPER:PLAN|*', 'Ada Mae PRO'],
  ['*|MC:SUBJECT|**|IF:MC_PREVIEW_TEXT|* *|MC_PREVIEW_TEXT|**|END:IF|*', 'Subject Preview'],
  ['*|IFNOT:ARCHIVE_PAGE|*a*|END:IF|**|IF:REWARDS|*b*|END:IF|*', 'a'],
  ['*|ARCHIVE|* <a href="*|ARCHIVE|*">', '<a href="V">View this email in your browser</a> <a href="V">'],
])('translates %s', (template, text) => {
  expect(renderedTemplate(mailchimpDialect, template, { scope, inserts })).toEqual({ text, notes: [] });
});

it('formats the date', () => {
  const { text } = translateTemplate('*|CURRENT_YEAR|* *|DATE:d/m/Y|*', mailchimpDialect, { format: 'text' });
  expect(text).toBe('{{ "now" | date: "%Y" }} {{ "now" | date: "%d/%m/%Y" }}');
});

it.each([
  ['*|INTERESTED:Topics:Tea|*tea*|END:INTERESTED|*', '*|INTERESTED:Topics:Tea|*'],
  ['*|POLL:RATING:x|*rate*|END:POLL|*', '*|POLL:RATING:x|*'],
  ['*|SURVEY: q|*a*|END:|*', '*|SURVEY: q|*'],
  ...'USER:COMPANY LIST:NAME UNIQID MERGE7 RSSITEM:TITLE GROUPINGS PROMO_CODE:[$x=1] MC:DATE HTML:FNAME FNAME|x'
    .split(' ')
    .map((tag) => [`*|${tag}|*`, `*|${tag}|*`]),
])('lists %s as an error', (template, tag) => {
  expect(renderedTemplate(mailchimpDialect, template, { scope })).toEqual({ text: '', notes: [`error ${tag}`] });
});

it('leaves no link without an address', () => {
  const { text } = renderedTemplate(mailchimpDialect, '<a href="*|FORWARD|*">', { scope });
  expect(text).toBe('<a href="#">');
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
