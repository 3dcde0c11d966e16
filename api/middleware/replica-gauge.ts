import { Gauge, type Registry } from 'prom-client';
import type { Replica } from '../../operations/analytics/report-replica';

/** What became of the reads of reports, where there is a replica for them. */
export function addReplicaGauge(registry: Registry, replica: Replica | null): void {
  new Gauge({
    name: 'apex_replica_reads',
    help:
      'Reports read from the replica since the start, by result. Results other than done (behind, cancelled, away) ' +
      'were read from the primary.',
    labelNames: ['outcome'],
    registers: [registry],
    collect() {
      for (const [outcome, count] of Object.entries(replica?.counts() ?? {})) this.set({ outcome }, count);
    },
  });
}
