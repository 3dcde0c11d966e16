import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { apiClient, type ApiClient } from './api-client';
import { setting } from './members';
import type { World } from './world';

/** Another workspace of a world, which no other test knows: for what a test says of whole lists and counts. */
export interface TestWorkspace {
  demo: DemoWorkspace;
  /** Calls the API with the workspace's server key. */
  api: ApiClient;
}

export async function addWorkspace(world: World): Promise<TestWorkspace> {
  const demo = await seedDemoWorkspace({ databaseUrl: world.databaseUrl, keyPepper: setting(world, 'KEY_PEPPER') });
  return { demo, api: apiClient(world.apiUrl, demo.serverKey) };
}
