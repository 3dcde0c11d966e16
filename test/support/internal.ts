import { setting } from './members';
import type { World } from './world';

/** Calls an internal route with the shared secret. */
export const callInternal = (world: World, method: string, path: string, body: unknown) =>
  world.api.raw(path, {
    method,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${setting(world, 'SYNC_API_KEY')}` },
    body: JSON.stringify(body),
  });

/** Changes the plan of the demo workspace, as the installation does. */
export async function setPlan(world: World, plan: string): Promise<void> {
  const answer = await callInternal(world, 'PATCH', `/api/internal/workspaces/${world.demo.workspaceId}`, { plan });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}
