import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  type SpanOptions as ApiSpanOptions,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';

/**
 * Creates spans. They do nothing unless the process was started with an endpoint for them. They contain ids, never
 * personal data.
 */

const tracer = trace.getTracer('apex');

const kinds = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const;

export interface SpanOptions {
  kind: keyof typeof kinds;
  attributes: Attributes;
  /**
   * W3C `traceparent` of this service, which includes the sampling decision. Null starts a new trace. The current span
   * is the parent by default.
   */
  parent?: string | null;
}

/** Runs work in a span. An error is recorded with its class or code, because messages may quote user input. */
export function withSpan<Result>(
  name: string,
  { kind, attributes, parent }: SpanOptions,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  const within = parent === undefined ? context.active() : contextOf(parent);
  return spanBelow(name, { kind: kinds[kind], attributes }, within, work);
}

/** Runs the work of a request in a span. Only the trace id is taken from the caller, not the sampling decision. */
export function withRequestSpan(
  headers: Readonly<Record<string, unknown>>,
  attributes: Attributes,
  work: (span: Span) => Promise<void>,
): Promise<void> {
  const caller = propagation.extract(ROOT_CONTEXT, headers);
  return spanBelow('request', { kind: SpanKind.SERVER, attributes }, caller, work);
}

function spanBelow<Result>(
  name: string,
  options: ApiSpanOptions,
  parent: Context,
  work: (span: Span) => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, options, parent, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      failSpan(span, nameOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** @param type the error's class or code */
export function failSpan(span: Span, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', type);
}

/** Returns the W3C `traceparent` of the current span, to store with work for another process. */
export function currentTraceparent(): string | null {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent ?? null;
}

/** Returns the trace fields of a log line. */
export function traceFields(): { traceId?: string; spanId?: string } {
  const span = trace.getActiveSpan()?.spanContext();
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId };
}

/** Treats the parent as local, so that its sampling decision applies. */
function contextOf(traceparent: string | null): Context {
  if (traceparent === null) return ROOT_CONTEXT;
  const parent = trace.getSpanContext(propagation.extract(ROOT_CONTEXT, { traceparent }));
  return parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: false });
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'type' in error && typeof error.type === 'string' ? error.type : error.name;
}
