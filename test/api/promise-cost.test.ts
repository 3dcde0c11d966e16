import { AsyncLocalStorage } from 'node:async_hooks';
import { useWorld } from '../support/world';

const world = useWorld();

test('the API does not use AsyncLocalStorage.run, which makes Node 20 track every promise', async () => {
  const callers: string[] = [];
  const run = AsyncLocalStorage.prototype.run;
  const spy = jest.spyOn(AsyncLocalStorage.prototype, 'run').mockImplementation(function (
    this: unknown,
    ...given: unknown[]
  ) {
    callers.push(new Error().stack ?? '');
    return run.apply(this as AsyncLocalStorage<unknown>, given as Parameters<typeof run>);
  });
  expect(await world.api.get('/readyz')).toMatchObject({ status: 200 });
  const event = { type: 'pageview', visitorId: 'visitor-of-promises', url: 'https://shop.example.com/' };
  const body = { projectKey: world.demo.workspaceKey, events: [event] };
  expect(await world.api.post('/api/events', body)).toMatchObject({ status: 200 });
  spy.mockRestore();
  // A worker of an earlier test file can still be stopping.
  expect(callers.filter((stack) => /temporalio.client|koa|knex|\/api\//.test(stack))).toEqual([]);
});
