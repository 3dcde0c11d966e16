import { withPreheader } from '../../../../domain/journeys/import/preheader';
import { cut, snakeCase } from '../../../../domain/journeys/import/read-json';
import { customerioDialect } from '../../../../domain/journeys/import/templates/customerio-template';
import { klaviyoDialect } from '../../../../domain/journeys/import/templates/klaviyo-template';
import { mailchimpDialect } from '../../../../domain/journeys/import/templates/mailchimp-template';
import { translateTemplate } from '../../../../domain/journeys/import/templates/translate-template';
import { durationOf, secondsDuration, timeOfDay, weekdaysOf } from '../../../../domain/journeys/import/waits';
import { sharesOf } from '../../../../domain/journeys/import/weights';
import { renderedTemplate } from './exports';

describe('a template with a tag that cannot be translated', () => {
  const scope = { email: 'a@b.c', attributes: { name: 'Ada' } };

  it.each([
    ['an unknown tag', 'a{% snippet x %}b', 'ab', ['error {% snippet x %}']],
    ['an unknown variable', 'a{{ organization.name }}b', 'ab', ['error {{ organization.name }}']],
    ['an unknown filter', 'a{{ customer.name | shout }}b', 'ab', ['error {{ customer.name | shout }}']],
    ['an output without an end', 'a{{ b', 'a b', ['error {{']],
    ['a block without an end', 'a{% if customer.name %}b', 'ab', ['error {% if customer.name %}']],
    ['an end without a block', 'a{% endif %}b', 'ab', ['error {% endif %}']],
    ['an unknown block', 'a{% ifchanged %}x{% endifchanged %}b', 'ab', ['error {% ifchanged %}']],
    [
      'a block that ends inside another',
      '{% if customer.name %}{% for i in customer.list %}a{% endif %}b',
      'ab',
      ['error {% for i in customer.list %}'],
    ],
    [
      'an unknown condition, which is never true',
      '{% if snippets.a %}1{% elsif customer.name %}2{% else %}3{% endif %}',
      '2',
      ['error {% if snippets.a %}'],
    ],
  ])('keeps the rest: %s', (_, template, text, notes) => {
    expect(renderedTemplate(customerioDialect, template, { scope })).toEqual({ text, notes });
  });

  it('lists the lines of each tag', () => {
    const { notes } = translateTemplate('a\n{{ x }}\n\n{{ x }}{% y %}', customerioDialect, { format: 'text' });
    expect(notes).toMatchObject([
      { tag: '{{ x }}', lines: [2, 4] },
      { tag: '{% y %}', lines: [4] },
    ]);
  });
});

it.each([
  ['{{ x }} {% if %} {*|FNAME|*}', '{{ x }} {% if %} {Ada}', mailchimpDialect],
  ['{{ first_name }} {{ and {% are text', 'Ada {{ and {% are text', klaviyoDialect],
])('keeps braces that are no code: %s', (template, text, dialect) => {
  expect(renderedTemplate(dialect, template, { scope: { attributes: { first_name: 'Ada' } } })).toEqual({
    text,
    notes: [],
  });
});

it('adds a preheader at the start of the body', () => {
  const hidden = '<div style="display:none;max-height:0;overflow:hidden">Hi</div>';
  expect(withPreheader('<!-- <body> --><body class="a"><p>', 'Hi')).toBe(`<!-- <body> --><body class="a">${hidden}<p>`);
  expect(withPreheader('<!doctype html><head></head><p>', 'Hi')).toBe(`<!doctype html><head></head>${hidden}<p>`);
  expect(withPreheader('<p>', 'Hi')).toBe(`${hidden}<p>`);
});

it('parses delays', () => {
  expect(durationOf(3, 'days')).toBe('P3D');
  expect(durationOf('2', 'week')).toBe('P2W');
  expect(durationOf(1.5, 'hours')).toBe('PT90M');
  expect(durationOf(0, 'days')).toBeNull();
  expect(durationOf(3, 'fortnights')).toBeNull();
  expect(secondsDuration(86_400)).toBe('P1D');
  expect(secondsDuration(61)).toBe('PT61S');
  expect(timeOfDay('9:30 pm')).toBe('21:30');
  expect(timeOfDay('12:05 AM')).toBe('00:05');
  expect(timeOfDay('25:00')).toBeNull();
  expect(weekdaysOf(['Sunday', 'monday', 'someday'])).toEqual([1, 7]);
  expect(weekdaysOf(['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'])).toBeUndefined();
});

it('keeps proportions, or splits evenly', () => {
  expect(sharesOf([20, 60])).toEqual([0.25, 0.75]);
  expect(sharesOf([20, null])).toEqual([0.5, 0.5]);
  expect(sharesOf([0, 0])).toEqual([0.5, 0.5]);
});

it('truncates text without splitting a character', () => {
  expect(cut('a😀', 2)).toBe('a');
  expect(cut('a😀', 3)).toBe('a😀');
  expect(snakeCase('Placed Órder!')).toBe('placed_order');
});
