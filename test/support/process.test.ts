import { startProcess } from './process';

test('a process that ends before it is ready says why', async () => {
  const started = startProcess({ entry: 'api/server.ts', env: { DATABASE_URL: 'no address' } });
  await expect(started).rejects.toThrow(/api\/server\.ts ended unexpectedly \(exit code 1\)[^]*DATABASE_URL/);
});
