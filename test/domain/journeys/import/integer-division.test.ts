import { withIntegerDivision } from '../../../../domain/journeys/import/integer-division';

test.each([
  ['{{ a | divided_by: 3 }}', '{{ a | divided_by: 3, integers: true }}'],
  ['{{ a | divided_by: 3.0 | round }}', '{{ a | divided_by: 3.0 | round }}'],
  [
    '{%- assign x = a | divided_by: b.c | plus: 1 -%}',
    '{%- assign x = a | divided_by: b.c, integers: true | plus: 1 -%}',
  ],
  ['a | divided_by: 3 {{ "| divided_by: 3" }}', 'a | divided_by: 3 {{ "| divided_by: 3" }}'],
])('divisions of an imported template follow Ruby: %s', (source, translated) => {
  expect(withIntegerDivision(source)).toBe(translated);
});
