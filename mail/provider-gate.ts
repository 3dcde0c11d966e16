import type { Database } from '../db/connection/pool';
import {
  findProviderState,
  recordProviderFailure,
  recordProviderSuccess,
  takeProbe,
  type ProviderState,
} from '../db/email/provider-state';
import type { DeliveryResult } from '../domain/email/delivery-outcome';
import { failuresBeforePause, providerHealth, type ProviderPause } from '../domain/email/provider-pause';
import { providerPauses } from '../telemetry/counters';
import type { Admission } from '../operations/ports';

/** Pauses sends to a provider that fails. PostgreSQL has the state, so all workers and APIs pause and resume together. */
export interface ProviderGate {
  /** As {@link Mailer.admit}. @param leaseMs milliseconds that a delivery can take */
  admit(sendId: string, leaseMs: number): Promise<Admission>;
  /** Records what a delivery says about the provider. Never throws: the result of the delivery counts, not this. */
  record(sendId: string, result: DeliveryResult): Promise<void>;
  findPause(): Promise<ProviderPause | null>;
}

interface GateOptions {
  database: Database;
  provider: 'ses' | 'smtp';
  logger: { warn(fields: object, message: string): void };
}

/** Milliseconds for which a process reuses the state that it read, so that sends of a provider that works do not query it. */
const reuseMs = 1_000;

export function createProviderGate({ database, provider, logger }: GateOptions): ProviderGate {
  const cache = createCache(() => findProviderState(database, provider));
  const probes = new Set<string>();

  async function fail(sendId: string, reason: string): Promise<void> {
    const state = await recordProviderFailure(database, provider, { reason, isProbe: probes.delete(sendId) });
    if (state === null) return cache.clear();
    cache.set(state);
    if (state.failures !== failuresBeforePause) return;
    providerPauses.inc({ provider });
    logger.warn({ provider, reason }, 'email provider is failing: sends are paused until a probe succeeds');
  }

  async function succeed(sendId: string): Promise<void> {
    probes.delete(sendId);
    // A state that another process has changed since is seen with the next read.
    if (cache.last()?.failures === 0) return;
    const since = await recordProviderSuccess(database, provider);
    cache.set({ failures: 0, pause: null });
    if (since !== null) logger.warn({ provider, pausedSince: since }, 'email provider has recovered: sends resume');
  }

  return {
    async admit(sendId, leaseMs) {
      const { pause } = await cache.read();
      if (pause === null) return { kind: 'open' };
      if (pause.probeInMs > 0) return paused(pause);
      if (await takeProbe(database, provider, leaseMs)) {
        probes.add(sendId);
        return { kind: 'open' };
      }
      cache.clear();
      const next = (await cache.read()).pause;
      return next === null ? { kind: 'open' } : paused(next);
    },
    async record(sendId, result) {
      const health = providerHealth(result);
      try {
        if (health === 'works') await succeed(sendId);
        if (health === 'fails') await fail(sendId, 'reason' in result ? result.reason : result.kind);
      } catch (error) {
        logger.warn({ err: error, provider }, 'could not store the state of the email provider');
      }
    },
    findPause: async () => (await findProviderState(database, provider)).pause,
  };
}

const paused = ({ probeInMs, probeEveryMs }: ProviderPause): Admission => ({
  kind: 'paused',
  retryAfterMs: Math.max(1, Math.ceil(probeInMs)),
  spreadMs: probeEveryMs / 2,
});

/** The state as this process last read it, with the time until the probe counted from then. */
function createCache(load: () => Promise<ProviderState>) {
  let entry: { state: ProviderState; atMs: number } | undefined;
  let loading: Promise<ProviderState> | undefined;
  const set = (state: ProviderState): void => {
    entry = { state, atMs: performance.now() };
  };
  const loadOnce = (): Promise<ProviderState> => {
    loading ??= load()
      .then((state) => {
        set(state);
        return state;
      })
      .finally(() => (loading = undefined));
    return loading;
  };
  return {
    set,
    clear() {
      entry = undefined;
    },
    last: () => entry?.state,
    async read(): Promise<ProviderState> {
      const ageMs = entry === undefined ? Infinity : performance.now() - entry.atMs;
      if (entry === undefined || ageMs > reuseMs) return loadOnce();
      const { failures, pause } = entry.state;
      return { failures, pause: pause && { ...pause, probeInMs: Math.max(0, pause.probeInMs - ageMs) } };
    },
  };
}
