import { seedDemoWorkspace, type DemoWorkspace } from '../../dev/seed';
import { apiClient, type ApiClient } from './api-client';
import { setting } from './members';
import type { World } from './world';

/** A separate workspace for a test that checks whole lists and counts. */
export interface TestWorkspace {
  demo: DemoWorkspace;
  /** Calls the API with the workspace's server key. */
  api: ApiClient;
}

export async function addWorkspace(world: World): Promise<TestWorkspace> {
  const demo = await seedDemoWorkspace({ databaseUrl: world.databaseUrl, keyPepper: setting(world, 'KEY_PEPPER') });
  return { demo, api: apiClient(world.apiUrl, demo.serverKey) };
}
