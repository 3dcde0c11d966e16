import { parseJson } from '../../../domain/json/parse-json';

test.each([
  [
    '{"id": 9007199254740993, "deep": [ -12345678901234567890]}',
    '{"id":"9007199254740993","deep":["-12345678901234567890"]}',
  ],
  ['9007199254740993', '"9007199254740993"'],
  ['[9007199254740991,1e20,0.12345678901234567]', '[9007199254740991,100000000000000000000,0.12345678901234566]'],
  [String.raw`{"a":"\\", "text":"\": 9007199254740993"}`, String.raw`{"a":"\\","text":"\": 9007199254740993"}`],
])('keeps the digits of long integers as text: %s', (json, expected) => {
  expect(JSON.stringify(parseJson(json))).toBe(expected);
});

test('refuses invalid JSON that would become valid when long integers are quoted', () => {
  expect(() => parseJson('[0123456789012345678]')).toThrow('not valid JSON');
});
