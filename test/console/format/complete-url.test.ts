import { completeUrl } from '../../../console/format/complete-url';

test.each([
  ['shop.example.com', 'https://shop.example.com'],
  [' localhost:3000/x ', 'http://localhost:3000/x'],
  ['http://shop.example.com', 'http://shop.example.com'],
])('%s is checked at %s', (typed, url) => {
  expect(completeUrl(typed)).toBe(url);
});
