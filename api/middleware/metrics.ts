import type { Context, Next } from 'koa';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { addDroppedLinesCounter } from '../../logging-metrics';
import { counters } from '../../telemetry/counters';
import { addPoolGauges } from '../../telemetry/pool-gauges';
import { addThreadGauges } from '../../threads/thread-gauges';
import type { Services } from '../services';
import { addReplicaGauge } from './replica-gauge';
import { routeNameOf } from './route-name';

export interface ApiMetrics {
  registry: Registry;
  measure: (context: Context, next: Next) => Promise<void>;
}

/** Process metrics, the time of each request by method, route and status, and what waits to be stored. */
export function createMetrics({ ingestion, threads, replica, http }: Services): ApiMetrics {
  const { hits, connections, logger, pools } = http;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'apex_http_request_seconds',
    help: 'Response time of requests in seconds, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'apex_ingestion_waiting_events',
    help:
      'Events accepted but not yet committed. Requests are refused when INGEST_QUEUE_EVENTS events of visitors or of ' +
      'servers are queued.',
    registers: [registry],
    collect() {
      this.set(ingestion.load());
    },
  });
  addThreadGauges(registry, threads);
  addPoolGauges(registry, pools);
  addReplicaGauge(registry, replica);
  new Gauge({
    name: 'apex_mail_hits_lost',
    help: 'Opens and clicks lost since the start because they could not be stored.',
    registers: [registry],
    collect() {
      this.set(hits.lost());
    },
  });
  measureConnections(registry, connections);
  addDroppedLinesCounter(registry, logger);
  const known = new Map<string, Histogram.Internal<string>>();
  /** Cached, because the library's search for a series takes as long as counting. */
  const seriesOf = (method: string, route: string, status: number): Histogram.Internal<string> => {
    const name = `${method} ${status} ${route}`;
    const series = known.get(name) ?? seconds.labels(method, route, String(status));
    known.set(name, series);
    return series;
  };
  return {
    registry: Registry.merge([registry, counters]),
    async measure(context, next) {
      const startedAt = performance.now();
      await next();
      const route = routeNameOf(context);
      seriesOf(context.method, route, context.status).observe((performance.now() - startedAt) / 1_000);
    },
  };
}

function measureConnections(registry: Registry, counts: Services['http']['connections']): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('apex_http_connections', 'Open connections.', () => counts.open);
  gauge(
    'apex_http_connections_refused',
    'Connections refused since the start because MAX_CONNECTIONS were open.',
    () => counts.refused,
  );
  gauge(
    'apex_http_requests_timed_out',
    'Requests since the start that did not arrive within REQUEST_TIMEOUT_MS or HEADERS_TIMEOUT_MS.',
    () => counts.timedOut,
  );
}
