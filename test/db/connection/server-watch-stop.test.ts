import { watchServer } from '../../../db/connection/server-watch';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test.each([true, false])('a stopped watch sets no more timers, even for new connections; waiting: %s', (isWaiting) => {
  const watch = watchServer({ url: 'postgres://127.0.0.1:1/none' }, { quietMs: 1_000 });
  const begin = (): void => void watch.connecting(() => new Promise(() => undefined));
  if (isWaiting) begin();
  expect(jest.getTimerCount()).toBe(isWaiting ? 1 : 0);
  watch.stop();
  begin();
  expect(jest.getTimerCount()).toBe(0);
});
