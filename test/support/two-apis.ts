import { startProcess, type StartedProcess } from './process';
import { useWorld, type World } from './world';

/**
 * Uses a world with a second API process. `baseUrls` has the addresses of both processes once the tests of the calling
 * file run.
 */
export function useTwoApis(): { world: World; baseUrls: string[] } {
  const baseUrls: string[] = [];
  let second: StartedProcess;
  afterAll(() => second.stop());
  const world = useWorld({ temporal: false });
  beforeAll(async () => {
    second = await startProcess({ entry: 'api/server.ts', env: world.environment });
    baseUrls.push(world.apiUrl, `http://127.0.0.1:${String(second.ready['port'])}`);
  });
  return { world, baseUrls };
}
