import { Client, Connection } from '@temporalio/client';
import type { World } from './world';

/** A client of the world's namespace; close it by its connection. */
export async function temporalClient(world: Pick<World, 'temporalAddress' | 'namespace'>): Promise<Client> {
  const connection = await Connection.connect({ address: world.temporalAddress });
  return new Client({ connection, namespace: world.namespace });
}
