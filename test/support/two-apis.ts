import { startProcess } from './process';
import { createWorld, type World } from './world';

/** A world with a second API process. */
export interface TwoApis {
  world: World;
  baseUrls: [string, string];
  stop(): Promise<void>;
}

export async function startTwoApis(options: Parameters<typeof createWorld>[0] = {}): Promise<TwoApis> {
  const world = await createWorld({ temporal: false, ...options });
  const second = await startProcess({ entry: 'api/server.ts', env: world.environment });
  return {
    world,
    baseUrls: [world.apiUrl, `http://127.0.0.1:${String(second.ready['port'])}`],
    async stop() {
      await second.stop();
      await world.stop();
    },
  };
}
