import type { Health, BreakerPause } from '../../domain/breakers';
import type { Database } from '../connection/pool';
import {
  findBreakerState,
  recordFailure,
  recordSuccess,
  takeProbe,
  type BreakerState,
  type Receiver,
} from './breaker-state';

/** Whether a call may be made. While calls are paused, one at a time may: the probe. */
export type BreakerAdmission = { kind: 'open' } | PausedCall;

export interface PausedCall {
  kind: 'paused';
  since: Date;
  /** Milliseconds until the next probe. */
  retryAfterMs: number;
  /** Milliseconds over which retries should spread after that. */
  spreadMs: number;
}

/** Pauses calls to a receiver that fails. PostgreSQL has the state, so all processes pause and resume together. */
export interface Breaker {
  /** @param leaseMs milliseconds that a call can take */
  admit(callId: string, leaseMs: number): Promise<BreakerAdmission>;
  /** Records what a call says about the receiver. Never throws: the result of the call counts, not this. */
  record(callId: string, health: Health, reason: string): Promise<void>;
  findPause(): Promise<BreakerPause | null>;
}

export interface BreakerOptions {
  database: Database;
  receiver: Receiver;
  /** Consecutive failures after which calls pause. */
  limit: number;
  paused(reason: string): void;
  recovered(since: Date): void;
  /** Called if the state cannot be stored. */
  failed(error: unknown): void;
}

/** Milliseconds for which a process reuses the state that it read, so that calls to a working receiver do not query it. */
const reuseMs = 1_000;

export function createBreaker({ database, receiver, limit, paused, recovered, failed }: BreakerOptions): Breaker {
  const cache = createCache(() => findBreakerState(database, receiver));
  const probes = new Set<string>();

  async function fail(callId: string, reason: string): Promise<void> {
    const state = await recordFailure(database, receiver, { reason, limit, isProbe: probes.delete(callId) });
    if (state === null) return cache.clear();
    cache.set(state);
    if (state.failures === limit) paused(reason);
  }

  async function succeed(callId: string): Promise<void> {
    probes.delete(callId);
    // A state that another process has changed since is seen with the next read.
    if (cache.last()?.failures === 0) return;
    const pause = cache.last()?.pause ?? null;
    const isFirst = await recordSuccess(database, receiver);
    cache.set({ failures: 0, pause: null });
    if (isFirst && pause !== null) recovered(pause.since);
  }

  return {
    async admit(callId, leaseMs) {
      const { pause } = await cache.read();
      if (pause === null) return { kind: 'open' };
      if (pause.probeInMs > 0) return pausedCall(pause);
      if (await takeProbe(database, receiver, leaseMs)) {
        probes.add(callId);
        return { kind: 'open' };
      }
      cache.clear();
      const next = (await cache.read()).pause;
      return next === null ? { kind: 'open' } : pausedCall(next);
    },
    async record(callId, health, reason) {
      try {
        if (health === 'works') await succeed(callId);
        if (health === 'fails') await fail(callId, reason);
      } catch (error) {
        failed(error);
      }
    },
    findPause: async () => (await findBreakerState(database, receiver)).pause,
  };
}

const pausedCall = ({ since, probeInMs, probeEveryMs }: BreakerPause): PausedCall => ({
  kind: 'paused',
  since,
  retryAfterMs: Math.max(1, Math.ceil(probeInMs)),
  spreadMs: probeEveryMs / 2,
});

/** The state as this process last read it, with the time until the probe counted from then. */
function createCache(load: () => Promise<BreakerState>) {
  let entry: { state: BreakerState; atMs: number } | undefined;
  let loading: Promise<BreakerState> | undefined;
  const set = (state: BreakerState): void => {
    entry = { state, atMs: performance.now() };
  };
  const loadOnce = (): Promise<BreakerState> => {
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
    async read(): Promise<BreakerState> {
      const ageMs = entry === undefined ? Infinity : performance.now() - entry.atMs;
      if (entry === undefined || ageMs > reuseMs) return loadOnce();
      const { failures, pause } = entry.state;
      return { failures, pause: pause && { ...pause, probeInMs: Math.max(0, pause.probeInMs - ageMs) } };
    },
  };
}
