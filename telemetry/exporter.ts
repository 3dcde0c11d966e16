import { hostname } from 'node:os';
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';

export interface ExporterSettings {
  /** URL of the collector, without `/v1/traces`. */
  endpoint: string;
  /** As in OTEL_EXPORTER_OTLP_HEADERS. */
  headers: string | undefined;
  /** Share of traces to export, 0 to 1. */
  ratio: number;
}

/** Milliseconds after which an unresponsive collector counts as unavailable. */
const timeoutMillis = 5_000;
const reportEveryMs = 60_000;

/**
 * Sets up the span provider of the process.
 * @returns the provider. Its shutdown exports all remaining spans
 */
export async function exportSpans(
  service: string,
  { endpoint, headers, ratio }: ExporterSettings,
  logger: Logger,
): Promise<{ shutdown(): Promise<void> }> {
  // Loaded on demand, because loading takes 100 ms.
  const { AsyncLocalStorageContextManager } = await import('@opentelemetry/context-async-hooks');
  const { W3CTraceContextPropagator } = await import('@opentelemetry/core');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const sdk = await import('@opentelemetry/sdk-trace-base');
  const byId = new sdk.TraceIdRatioBasedSampler(ratio);
  const url = `${endpoint}/v1/traces`;
  const provider = new sdk.BasicTracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    // Traces started by a caller are sampled by id, like our own.
    sampler: new sdk.ParentBasedSampler({ root: byId, remoteParentSampled: byId, remoteParentNotSampled: byId }),
    spanProcessors: [
      new sdk.BatchSpanProcessor(new OTLPTraceExporter({ url, headers: headersOf(headers), timeoutMillis })),
    ],
  });
  reportProblems(logger);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return provider;
}

/**
 * Parses `name=value` pairs with percent-encoded values. Source: OpenTelemetry specification, "OTLP exporter
 * configuration".
 */
function headersOf(text = ''): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.indexOf('=');
      return [pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())];
    }),
  );
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

/** An unavailable collector fails every batch, so it is logged at most once a minute. */
function reportProblems(logger: Logger): void {
  let reportedAt = -Infinity;
  const report = (message: string): void => {
    if (performance.now() - reportedAt < reportEveryMs) return;
    reportedAt = performance.now();
    logger.warn({ reason: message.slice(0, 300) }, 'spans could not be exported and were dropped');
  };
  const quiet = (): void => undefined;
  diag.setLogger(
    { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
