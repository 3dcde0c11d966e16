import { apiClient } from './api-client';
import { setting } from './members';
import type { World } from './world';

/** Returns a client for the internal routes, with the shared secret. */
export const internalApi = (world: World) => apiClient(world.apiUrl, setting(world, 'SYNC_API_KEY'));

/** Changes the plan of the demo workspace, as the installation does. */
export async function setPlan(world: World, plan: string): Promise<void> {
  const response = await internalApi(world).patch(`/api/internal/workspaces/${world.demo.workspaceId}`, { plan });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
}
