import { setTimeout as sleep } from 'node:timers/promises';
import { untilDayHasEnded } from './day-end';

/** Run by jest in each test file, before its own hooks: no file begins so late that the day may end while it runs. */
beforeAll(async () => {
  for (let ms = untilDayHasEnded(Date.now()); ms > 0; ms = untilDayHasEnded(Date.now())) await sleep(ms);
});
