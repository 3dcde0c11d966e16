import { Gauge, type Registry } from 'prom-client';

/** What is read of a pool of connections: tarn's, as knex has it. */
export interface Pool {
  numUsed(): number;
  numFree(): number;
  numPendingAcquires(): number;
}

/** @param database knex */
export const poolOf = ({ client }: { client: unknown }): Pool => (client as { pool: Pool }).pool;

/** @param pools by their names */
export function addPoolGauges(registry: Registry, pools: Readonly<Record<string, Pool>>): void {
  new Gauge({
    name: 'apex_database_connections',
    help: 'Connections to PostgreSQL by pool and state; waiting: requests for one that wait, as all are used.',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, connections] of Object.entries(pools)) {
        this.set({ pool, state: 'used' }, connections.numUsed());
        this.set({ pool, state: 'free' }, connections.numFree());
        this.set({ pool, state: 'waiting' }, connections.numPendingAcquires());
      }
    },
  });
}
