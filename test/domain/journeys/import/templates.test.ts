import { cut, snakeCase } from '../../../../domain/journeys/import/read-json';
import { mapPaths, pathBelow, readableTemplate } from '../../../../domain/journeys/import/templates';
import { durationOf, secondsDuration, timeOfDay, weekdaysOf } from '../../../../domain/journeys/import/waits';
import { sharesOf } from '../../../../domain/journeys/import/weights';

describe('readableTemplate', () => {
  it.each([
    ['a tag that nothing ends', 'a{% if email %}b', 'ab', ['{% if email %}']],
    ['a tag of another provider', 'a{% snippet x %}b', 'ab', ['{% snippet x %}']],
    ['an output that nothing is known of', 'a{{ organization.name }}b', 'ab', ['{{ organization.name }}']],
    ['a filter that there is not', 'a{{ email | shout }}b', 'ab', ['{{ email | shout }}']],
    ['an opening without an end', 'a{{ b', 'a b', ['{{']],
  ])('removes %s', (_, source, text, dropped) => {
    expect(readableTemplate(source)).toEqual({ text, dropped });
  });

  it('keeps supported tags and names that the template assigns', () => {
    const source =
      '{% assign x = event.data.n %}{% for i in attributes.list %}{{ i }}{{ x | plus: 1 }}{% endfor %}{{ "a" }}';
    expect(readableTemplate(source)).toEqual({ text: source, dropped: [] });
  });
});

it('maps paths, but not quoted text or filters', () => {
  expect(mapPaths(`{{ a.b['a'] | a: "a", a }}`, (path) => path.toUpperCase())).toBe(`{{ A.B['A'] | a: "a", A }}`);
  expect(pathBelow('attributes', 'plan')).toBe('attributes.plan');
  expect(pathBelow('attributes', 'Favorite "Color"')).toBe(`attributes["Favorite \\"Color\\""]`);
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
