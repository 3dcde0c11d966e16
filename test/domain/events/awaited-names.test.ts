import { AwaitedNames } from '../../../domain/events/awaited-names';

const event = (type: string, workspaceId = 'one') => ({ workspaceId, type });

let nowMs: number;
let names: AwaitedNames;

beforeEach(() => {
  nowMs = 0;
  names = new AwaitedNames(() => nowMs);
});

test('remembers an awaited name for its workspace', () => {
  names.note([event('paid'), event('paid')], true);
  expect(names.has([event('seen'), event('paid')])).toBe(true);
  expect(names.has([event('seen')])).toBe(false);
  expect(names.has([event('paid', 'other')])).toBe(false);
  expect(names.has([])).toBe(false);
});

test('forgets a name when it is no longer awaited, or after ten seconds', () => {
  names.note([event('paid')], true);
  names.note([event('paid')], false);
  expect(names.has([event('paid')])).toBe(false);
  names.note([event('paid')], true);
  nowMs = 9_999;
  expect(names.has([event('paid')])).toBe(true);
  nowMs = 10_000;
  expect(names.has([event('paid')])).toBe(false);
});

test('remembers nothing if it is unclear which of several names was awaited', () => {
  names.note([event('paid'), event('seen')], true);
  expect(names.has([event('paid'), event('seen')])).toBe(false);
  names.note([event('paid')], true);
  names.note([event('paid'), event('seen')], false);
  expect(names.has([event('paid')])).toBe(true);
});

test('remembers at most a thousand names', () => {
  for (let index = 0; index < 1_001; index += 1) names.note([event(`name ${index}`)], true);
  expect(names.has([event('name 999')])).toBe(false);
  expect(names.has([event('name 1000')])).toBe(true);
});
