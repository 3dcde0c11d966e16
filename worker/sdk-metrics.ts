import { createServer, type AddressInfo } from 'node:net';
import { Runtime, type MetricsExporterConfig } from '@temporalio/worker';

/** A scrape of Prometheus takes at most 10 s by default, and our own metrics must not wait for these. */
const timeoutMs = 2_000;

/** Seconds. The SDK's own buckets have no limit between 10 s and 100 s. */
const waits = [0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 1_800];

/**
 * Returns options with which Temporal's SDK serves its metrics on a free port of this machine, which only `/metrics` of
 * the worker reads. Units and suffixes follow Prometheus's conventions, like those of Temporal's other SDKs.
 */
export const sdkMetrics = async (): Promise<MetricsExporterConfig> => ({
  prometheus: {
    bindAddress: `127.0.0.1:${await findFreePort()}`,
    countersTotalSuffix: true,
    unitSuffix: true,
    useSecondsForDurations: true,
    histogramBucketOverrides: {
      workflow_task_schedule_to_start_latency: waits,
      activity_schedule_to_start_latency: waits,
    },
  },
});

/** Returns the metrics of Temporal's SDK in Prometheus's text format. Empty if they cannot be read in time. */
export async function readSdkMetrics(): Promise<string> {
  const { metricsExporter } = Runtime.instance().options.runtimeOptions;
  if (metricsExporter?.type !== 'prometheus') return '';
  try {
    const response = await fetch(`http://${metricsExporter.socketAddr}/metrics`, {
      signal: AbortSignal.timeout(timeoutMs),
    });
    return response.ok ? await response.text() : '';
  } catch {
    return '';
  }
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
