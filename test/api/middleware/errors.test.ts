import type { Context } from 'koa';
import pg from 'pg';
import { formatErrors } from '../../../api/middleware/errors';
import { createLogger } from '../../../logging';

/** Returns the status and message if the database fails with this PostgreSQL code. */
async function responseTo(method: string, code: string) {
  const context = { method, path: '/', state: {}, set: () => undefined } as unknown as Context;
  const error = Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
  await formatErrors(createLogger('api', 'silent'))(context, () => Promise.reject(error));
  return [context.status, (context.body as { error: string }).error] as const;
}

test.each([
  ['GET', '57014', 503, /took too long.* Retry the request/],
  ['GET', '55P03', 503, /took too long.* Retry the request/],
  ['GET', '57P03', 503, /database is unavailable.* Retry the request/],
  ['HEAD', '57P03', 503, /Retry the request/],
  ['POST', '57014', 503, /Nothing was stored\. Retry the request/],
  ['PATCH', '57P03', 503, /Nothing was stored\. Retry the request/],
  ['GET', '42601', 500, /Something went wrong on our side/],
])('%s with PostgreSQL error %s returns %i with advice for the caller', async (method, code, status, words) => {
  const [responded, error] = await responseTo(method, code);
  expect(responded).toBe(status);
  expect(error).toMatch(words);
});
