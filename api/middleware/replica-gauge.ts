import { Gauge, type Registry } from 'prom-client';
import type { Replica } from '../../operations/analytics/report-replica';

/** What became of the reads of reports, where there is a replica for them. */
export function addReplicaGauge(registry: Registry, replica: Replica | null): void {
  new Gauge({
    name: 'apex_replica_reads',
    help: 'Reports since the start, by how their read at the replica came out: done; behind, cancelled and away went to the primary.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(replica?.counts() ?? {})) this.set({ outcome }, count);
    },
  });
}
