import type { Logger } from 'pino';
import { exportSpans } from './exporter';
import type { TracingSettings } from './settings';

/** The export of a process's spans. */
export interface Tracing {
  /** Exports what waits, for {@link flushMs} at most: a collector that is away holds nothing up. */
  stop(): Promise<void>;
}

const flushMs = 3_000;

/**
 * Begins to export spans by OTLP over HTTP, when there is an endpoint. Once a process, before anything that has spans. What a collector
 * does not take is dropped, and logged at most once a minute.
 */
export async function startTracing(
  service: 'apex-api' | 'apex-worker',
  settings: TracingSettings,
  logger: Logger,
): Promise<Tracing> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = settings;
  if (endpoint === undefined) return { stop: () => Promise.resolve() };
  const { OTEL_EXPORTER_OTLP_HEADERS: headers, OTEL_TRACES_SAMPLER_ARG: ratio } = settings;
  const exporter = await exportSpans(service, { endpoint, headers, ratio }, logger);
  return {
    stop: () =>
      Promise.race([exporter.shutdown(), new Promise<void>((resolve) => setTimeout(resolve, flushMs).unref())]),
  };
}
