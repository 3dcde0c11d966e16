import { z } from 'zod';
import { checkSchema, SchemaOutdatedError } from '../../db/schema-state';
import { SendsPausedError } from '../../domain/email/provider-pause';
import { ok } from '../responses';
import { retryAfterSeconds } from '../middleware/errors';
import type { ApiMetrics } from '../middleware/metrics';
import { defineRoute, type Route } from '../route';
import type { Services } from '../services';

const state = z.object({ status: z.enum(['ok', 'unavailable']) });
const readinessState = state.extend({ dependencies: z.record(z.string(), z.string()) });

/** Liveness, readiness with a reason for each dependency, and Prometheus metrics. */
export function operationsRoutes(metrics: ApiMetrics): Route[] {
  const open = { method: 'get', tag: 'operations', access: 'public', limit: 'none' } as const;
  return [
    defineRoute({
      ...open,
      path: '/healthz',
      summary: 'Check liveness',
      responses: { 200: state },
      handler: () => Promise.resolve(ok({ status: 'ok' as const })),
    }),
    defineRoute({
      ...open,
      path: '/readyz',
      summary: 'Check readiness, with the status of each dependency',
      responses: { 200: readinessState, 503: readinessState },
      handler: async ({ services }) => {
        const dependencies = {
          postgresql: await outcomeOf(() => checkDatabase(services)),
          schema: await outcomeOf(() => checkSchema(services.database)),
          ...(await otherOutcomes(services)),
        };
        const ready = dependencies.postgresql === 'ok' && dependencies.schema === 'ok';
        return ready
          ? ok({ status: 'ok' as const, dependencies })
          : {
              status: 503 as const,
              body: { status: 'unavailable' as const, dependencies },
              headers: { 'Retry-After': String(retryAfterSeconds) },
            };
      },
    }),
    defineRoute({
      ...open,
      path: '/metrics',
      summary: 'Read Prometheus metrics',
      responses: { 200: { contentType: metrics.registry.contentType, description: 'Metrics in text format.' } },
      handler: async () => ok(await metrics.registry.metrics()),
    }),
  ];
}

/**
 * Named, and no reason to refuse requests: without Temporal starts wait in the outbox, and without the provider, or while sends to it
 * are paused, messages of journeys wait at their step. A transactional send answers 503 by itself; another process could not send either.
 */
async function otherOutcomes({ temporal: { check }, http: { checkMail } }: Services) {
  const [temporal, mail] = await Promise.all([outcomeOf(check), outcomeOf(checkMail)]);
  return { temporal, mail };
}

async function checkDatabase({ database }: Services): Promise<void> {
  await database.raw('select 1').timeout(2_000);
}

async function outcomeOf(check: () => Promise<void>): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    if (error instanceof SchemaOutdatedError || error instanceof SendsPausedError) return error.message;
    // Not every error of a silent server has a code.
    const code = (error as { code?: unknown } | null)?.code;
    return typeof code === 'string' ? `does not respond (${code})` : 'does not respond';
  }
}
