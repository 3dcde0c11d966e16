import { isParsableUrl } from '../../domain/parsable-url';

test.each([
  ['https://example.com/', true],
  ['https://bücher.example/ä?q=ü', true],
  ['https://例え.example/', true],
  ['https://', false],
  ['/relative', false],
  ['https://exa mple.com', false],
])('whether %s is a URL is always %s on repeated calls', (text, isOne) => {
  const wrong = Array.from({ length: 30_000 }, () => isParsableUrl(text)).filter((found) => found !== isOne);
  expect(wrong).toHaveLength(0);
});
