import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as a collector receives it. */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  startTimeUnixNano: string;
  parentSpanId?: string;
  kind: number;
  attributes: Record<string, unknown>;
  status: { code?: number };
}

export interface OtlpCollector {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  spans: ReceivedSpan[];
  headers: IncomingHttpHeaders[];
  stop(): Promise<void>;
}

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

interface ExportRequest {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<ReceivedSpan, 'service' | 'attributes'> & { attributes: Attribute[] })[] }[];
  }[];
}

/** Starts a server that accepts spans by OTLP over HTTP, in JSON, and stores them. */
export async function startOtlpCollector(): Promise<OtlpCollector> {
  const spans: ReceivedSpan[] = [];
  const received: IncomingHttpHeaders[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url !== '/v1/traces') return void response.writeHead(404).end();
    received.push(request.headers);
    spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as ExportRequest));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    headers: received,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const spansOf = ({ resourceSpans }: ExportRequest): ReceivedSpan[] =>
  resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map((span) => ({
        ...span,
        service: String(valuesOf(resource.attributes)['service.name']),
        attributes: valuesOf(span.attributes),
      })),
  );

const valuesOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** Returns the spans of a trace as a tree: a line for each, indented below its parent, in order of their start. */
export function treeOf(spans: readonly ReceivedSpan[], traceId: string): string[] {
  const ofTrace = spans
    .filter((span) => span.traceId === traceId)
    .sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const ids = new Set(ofTrace.map(({ spanId }) => spanId));
  const below = (parent: string | undefined, depth: number): string[] =>
    ofTrace
      .filter(({ parentSpanId }) => (parent === undefined ? !ids.has(parentSpanId ?? '') : parentSpanId === parent))
      .flatMap(({ spanId, name, service }) => [
        `${'  '.repeat(depth)}${name} (${service})`,
        ...below(spanId, depth + 1),
      ]);
  return below(undefined, 0);
}
