import { createBreaker, type Breaker, type BreakerAdmission, type PausedCall } from '../../db/breakers/breaker';
import { createShares } from '../../domain/shares';
import { failuresBeforePause, hostHealth } from '../../domain/webhooks/host-health';
import type { TryResult } from '../../domain/webhooks/retry';
import type { Context } from '../ports';

/** A call of a workspace to a host. */
export interface HostCall {
  workspaceId: string;
  /** With its port, as in a URL. */
  host: string;
  /** Identifies the attempt. */
  callId: string;
  /** The limit for the whole exchange, in milliseconds. */
  timeoutMs: number;
}

/** `paused`: the host fails, and one call at a time may be made: the probe. `busy`: it has as many calls as it may. */
export type HostAdmission =
  | { kind: 'open'; done(result: TryResult | null): Promise<void> }
  | PausedCall
  | { kind: 'busy'; retryAfterMs: number; spreadMs: number };

/**
 * Limits the calls to each host: calls of this process that run at the same time, and calls of all processes while the
 * host fails. Each workspace has limits of its own, so that none can block a host for another.
 */
export interface WebhookHosts {
  /** Admits a call. Report its result with `done`, or null if it has none. */
  admit(call: HostCall): Promise<HostAdmission>;
}

/** Hosts whose state a process keeps. Another one's is read again. */
const keptHosts = 1_000;

export function createWebhookHosts(
  { database, log }: Pick<Context, 'database' | 'log'>,
  { callsPerHost }: { callsPerHost: number },
): WebhookHosts {
  const breakers = new Map<string, Breaker>();
  const shares = createShares({ slots: Infinity, perKey: callsPerHost, clock: () => performance.now() });
  const breakerOf = ({ workspaceId, host }: HostCall): Breaker => {
    const key = `${workspaceId} ${host}`;
    const kept = breakers.get(key);
    if (kept !== undefined) return kept;
    const breaker = createBreaker({
      database,
      receiver: { table: 'webhook_hosts', key: { workspace_id: workspaceId, host } },
      limit: failuresBeforePause,
      paused: (reason) =>
        log.warn({ workspaceId, host, reason }, 'webhook host is failing: calls are paused until a probe succeeds'),
      recovered: (pausedSince) =>
        log.warn({ workspaceId, host, pausedSince }, 'webhook host has recovered: calls resume'),
      failed: (err) => log.warn({ err, workspaceId, host }, 'could not store the state of a webhook host'),
    });
    const [oldest] = breakers.keys();
    if (breakers.size >= keptHosts && oldest !== undefined) breakers.delete(oldest);
    breakers.set(key, breaker);
    return breaker;
  };
  return {
    async admit(call) {
      const taken = shares.take(`${call.workspaceId} ${call.host}`);
      if ('retryAfterMs' in taken) return { kind: 'busy', retryAfterMs: taken.retryAfterMs, spreadMs: 500 };
      const breaker = breakerOf(call);
      let admission: BreakerAdmission;
      try {
        admission = await breaker.admit(call.callId, call.timeoutMs);
      } catch (error) {
        taken.free();
        throw error;
      }
      if (admission.kind === 'open') {
        return {
          kind: 'open',
          async done(result) {
            taken.free();
            const { health, reason } = result === null ? { health: null, reason: '' } : hostHealth(result);
            await breaker.record(call.callId, health, reason);
          },
        };
      }
      taken.free();
      return admission;
    },
  };
}
