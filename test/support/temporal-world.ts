import type { Client } from '@temporalio/client';
import { temporalClient } from './temporal-history';
import { createWorld, type World } from './world';

/** Creates a world, and a client of its namespace that is closed when the world stops. */
export async function createTemporalWorld(): Promise<{ world: World; temporal: Client }> {
  const world = await createWorld();
  const temporal = await temporalClient(world);
  const stop = async (): Promise<void> => {
    await temporal.connection.close();
    await world.stop();
  };
  return { world: { ...world, stop }, temporal };
}
