import { createBreaker, type BreakerAdmission } from '../db/breakers/breaker';
import type { Database } from '../db/connection/pool';
import type { BreakerPause } from '../domain/breakers';
import type { DeliveryResult } from '../domain/email/delivery-outcome';
import { failuresBeforePause, providerHealth } from '../domain/email/provider-pause';
import { providerPauses } from '../telemetry/counters';

/** Pauses sends to a provider that fails, in all workers and APIs together. */
export interface ProviderGate {
  /** As {@link Mailer.admit}. @param leaseMs milliseconds that a delivery can take */
  admit(sendId: string, leaseMs: number): Promise<BreakerAdmission>;
  /** Records what a delivery says about the provider. Never throws: the result of the delivery counts, not this. */
  record(sendId: string, result: DeliveryResult): Promise<void>;
  findPause(): Promise<BreakerPause | null>;
}

interface GateOptions {
  database: Database;
  provider: 'ses' | 'smtp';
  logger: { warn(fields: object, message: string): void };
}

export function createProviderGate({ database, provider, logger }: GateOptions): ProviderGate {
  const breaker = createBreaker({
    database,
    receiver: { table: 'email_providers', key: { name: provider } },
    limit: failuresBeforePause,
    paused(reason) {
      providerPauses.inc({ provider });
      logger.warn({ provider, reason }, 'email provider is failing: sends are paused until a probe succeeds');
    },
    recovered: (pausedSince) => logger.warn({ provider, pausedSince }, 'email provider has recovered: sends resume'),
    failed: (err) => logger.warn({ err, provider }, 'could not store the state of the email provider'),
  });
  return {
    admit: breaker.admit,
    record: (sendId, result) =>
      breaker.record(sendId, providerHealth(result), 'reason' in result ? result.reason : result.kind),
    findPause: breaker.findPause,
  };
}
