import { Gauge, type Registry } from 'prom-client';

/** The parts of tarn's connection pool (used by knex) that the gauges read. */
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
    help: 'PostgreSQL connections by pool and state. waiting: requests that wait because all connections are used.',
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
