import { setTimeout as sleep } from 'node:timers/promises';
import { untilDayHasEnded } from './day-end';

/** Run by Jest in each test file, before its own hooks, so that no file starts shortly before the end of the day. */
beforeAll(async () => {
  for (let ms = untilDayHasEnded(Date.now()); ms > 0; ms = untilDayHasEnded(Date.now())) await sleep(ms);
});
