/** Bodies that are slow to read by design. */

const megabyte = 990_000;

export const terms = (count: number): string => `{% if ${Array(count).fill('a').join(' and ')} %}x{% endif %}`;

export const costly = (html: string) => ({ name: 'Costly', commType: 'marketing', html });

export const nestedLoops = '{% for i in (1..1000) %}{% for j in (1..1000) %}{{ i | plus: j }}{% endfor %}{% endfor %}';

/** Templates of marketing messages: one that exceeds the cost limit, and two that are sent. */
export const costlyMessages = [
  nestedLoops,
  '{% for i in (1..9000) %}{{ i | plus: 1 }}{% endfor %}',
  `{% for i in (1..10) %}${'<a href=http://a.b/c>'.repeat(450)}{% endfor %}`,
];

export const commas = ','.repeat(900_000);

export const manyLinks = '<a href=http://a.b/c>'.repeat(20_000);

/** Wildcards with many ways to match. Slow regular expressions cannot be saved. */
export const patterns = ['a', 'x'].map((letter) => `*${`${letter}*`.repeat(20)}b`);

export const longAddresses = Array.from({ length: 40 }, (_, index) => ({
  type: 'pageview',
  visitorId: `hostile-${index}`,
  url: `https://shop.example.com/${'x'.repeat(1_900)}`,
}));

export const manyAttributes = Object.fromEntries(
  Array.from({ length: 20_000 }, (_, index) => [`k${index}`, { a: [] }] as const),
);

export const bigCondition = {
  any: Array.from({ length: 8_000 }, () => ({ field: 'attributes.a', operator: 'equals', value: 1 })),
};

const stepsOf = (journey: number) =>
  Array.from({ length: 200 }, (_, step) => ({
    id: `s${step}`,
    kind: 'send',
    communicationId: 'c',
    next: `s${(step * 7 + journey) % 200}`,
  }));

export const bigBundle = {
  source: 'hostile',
  communications: [{ externalId: 'c', name: 'c', commType: 'marketing' }],
  journeys: Array.from({ length: 60 }, (_, index) => ({ externalId: `j${index}`, name: 'j', steps: stepsOf(index) })),
};

const emails = Array(megabyte / 3 - 100)
  .fill('{}')
  .join(',');

/** All of its emails are empty. */
export const bigExport =
  '{"provider":"mailchimp","export":{"automation":{"id":"a","settings":{}},' + `"emails":[${emails}]}}`;
