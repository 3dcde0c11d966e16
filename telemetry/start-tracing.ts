import type { Logger } from 'pino';
import { exportSpans } from './exporter';
import type { TracingSettings } from './settings';

/** The export of a process's spans. */
export interface Tracing {
  /** Exports waiting spans, for {@link flushMs} at most, so that an unavailable collector does not block. */
  stop(): Promise<void>;
}

const flushMs = 3_000;

/**
 * Starts the export of spans with OTLP over HTTP if there is an endpoint. Call it once per process, before any spans.
 * Spans that the collector does not accept are dropped, and logged at most once a minute.
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
