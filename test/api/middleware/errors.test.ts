import type { Context } from 'koa';
import pg from 'pg';
import { formatErrors } from '../../../api/middleware/errors';
import { createLogger } from '../../../logging';

/** What a request is told when the database refuses with a code of PostgreSQL's. */
async function responseTo(method: string, code: string) {
  const context = { method, path: '/', state: {}, set: () => undefined } as unknown as Context;
  const error = Object.assign(new pg.DatabaseError('refused', 7, 'error'), { code });
  await formatErrors({ logger: createLogger('api', 'silent') })(context, () => Promise.reject(error));
  return [context.status, (context.body as { error: string }).error] as const;
}

test.each([
  ['GET', '57014', 503, /so much to count .* ask again/],
  ['GET', '55P03', 503, /so much to count .* ask again/],
  ['GET', '57P03', 503, /database is away .* ask again/],
  ['HEAD', '57P03', 503, /ask again/],
  ['POST', '57014', 503, /Nothing was stored: try again/],
  ['PATCH', '57P03', 503, /Nothing was stored: try again/],
  ['GET', '42601', 500, /Something went wrong on our side/],
])('%s when PostgreSQL says %s: %i, in words of who asked', async (method, code, status, words) => {
  const [responded, error] = await responseTo(method, code);
  expect(responded).toBe(status);
  expect(error).toMatch(words);
});
