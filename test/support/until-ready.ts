import type { ApiClient } from './api-client';
import { waitFor } from './wait-for';

/** Waits until a process reports that it is ready. One that stood still for some seconds reports that its database is away. */
export const untilReady = (client: ApiClient): Promise<unknown> =>
  waitFor(async () => (await client.get('/readyz')).status === 200, { what: 'readiness' });
