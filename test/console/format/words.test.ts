import { formatWords } from '../../../console/format/words';

it.each([
  ['running', 'Running'],
  ['at_risk', 'At risk'],
  ['roll_back', 'Roll back'],
  ['CANCELED', 'Canceled'],
  ['stop_no_effect', 'Stop: no effect'],
  ['ok', 'OK'],
  ['journey.published', 'Journey published'],
  ['http_404', 'HTTP 404'],
])('formats %s as "%s"', (value, words) => {
  expect(formatWords(value)).toBe(words);
});
