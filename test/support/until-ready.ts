import type { ApiClient } from './api-client';
import { waitFor } from './wait-for';

/**
 * Waits until a process reports that it is ready. After a stall of some seconds, a process reports its database as
 * unavailable.
 */
export const untilReady = (client: ApiClient): Promise<unknown> =>
  waitFor(async () => (await client.get('/readyz')).status === 200, { what: 'readiness' });
