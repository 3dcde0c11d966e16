import type { Database } from '../db/connection/pool';
import { findLimits, storeLimits, takeLimitsReading, takeTokens } from '../db/email/sending-limits';
import { hasQuota, unlimited, type AccountLimits, type SendingLimit } from '../domain/email/sending-limits';

/** Keeps the sends of all processes within the rate and the daily quota of the account at the provider. */
export interface SendingPace {
  /**
   * Waits for a turn to send: up to 20 s, or 5 s for an urgent send. Urgent sends go first.
   * @returns which limit is exhausted; null if the send may start
   */
  acquire(isUrgent: boolean, signal?: AbortSignal): Promise<SendingLimit | null>;
}

export interface PaceOptions {
  database: Database;
  provider: string;
  /** Overrides a higher rate of the account. Null: the account decides. */
  maxPerSecond: number | null;
  /** Reads the account's limits from the provider. Undefined if it has no such limits. */
  readLimits?: (() => Promise<AccountLimits>) | undefined;
  logger: { warn(fields: object, message: string): void };
}

/** Milliseconds that a send waits for a turn. A worker that stops waits as long. */
const waitMs = { patient: 20_000, urgent: 5_000 };
/** Milliseconds for which a process reuses limits that it read. */
const reuseMs = 5_000;
/** Seconds of tokens that urgent sends may take in advance. */
const advanceSeconds = 0.5;

interface Waiting {
  isUrgent: boolean;
  deadline: number;
  settle(limit: SendingLimit | null): void;
}

export function createSendingPace(options: PaceOptions): SendingPace {
  const { maxPerSecond, readLimits } = options;
  if (maxPerSecond === null && readLimits === undefined) return { acquire: () => Promise.resolve(null) };
  return new Pace(options);
}

class Pace implements SendingPace {
  private readonly waiting = new Set<Waiting>();
  private limits: { value: AccountLimits; atMs: number } | undefined;
  private reading: Promise<AccountLimits> | undefined;
  private isRunning = false;
  private hasWarned = false;

  constructor(private readonly options: PaceOptions) {}

  async acquire(isUrgent: boolean, signal?: AbortSignal): Promise<SendingLimit | null> {
    const limits = await this.readLimits();
    if (!hasQuota(limits, isUrgent)) return 'daily_quota';
    if (signal?.aborted === true) return 'rate';
    return this.rateOf(limits) === null ? null : this.wait(isUrgent, signal);
  }

  private rateOf({ perSecond }: AccountLimits): number | null {
    const rates = [perSecond, this.options.maxPerSecond].filter((rate) => rate !== null);
    return rates.length === 0 ? null : Math.min(...rates);
  }

  private wait(isUrgent: boolean, signal: AbortSignal | undefined): Promise<SendingLimit | null> {
    return new Promise((resolve) => {
      const stop = (): void => waiting.settle('rate');
      const waiting: Waiting = {
        isUrgent,
        deadline: performance.now() + (isUrgent ? waitMs.urgent : waitMs.patient),
        settle: (limit) => {
          this.waiting.delete(waiting);
          signal?.removeEventListener('abort', stop);
          resolve(limit);
        },
      };
      this.waiting.add(waiting);
      signal?.addEventListener('abort', stop);
      if (!this.isRunning) void this.run();
    });
  }

  /** Takes tokens for everything that waits, until nothing does. */
  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.waiting.size > 0) {
      const perSecond = this.rateOf(await this.readLimits());
      await this.grant(perSecond).catch((error: unknown) => {
        this.options.logger.warn({ err: error }, 'could not take tokens to send; retrying');
      });
      for (const waiting of [...this.waiting]) if (performance.now() >= waiting.deadline) waiting.settle('rate');
      if (this.waiting.size > 0) await sleep(perSecond === null ? 0 : Math.min(250, Math.max(50, 1_000 / perSecond)));
    }
    this.isRunning = false;
  }

  private async grant(perSecond: number | null): Promise<void> {
    const all = [...this.waiting];
    if (perSecond === null) {
      for (const waiting of all) waiting.settle(null);
      return;
    }
    const isGranted = async (group: readonly Waiting[], inAdvance: number): Promise<boolean> => {
      if (group.length === 0) return true;
      const { database, provider } = this.options;
      const taken = await takeTokens(database, provider, { wanted: group.length, perSecond, inAdvance });
      for (const waiting of group.slice(0, taken)) waiting.settle(null);
      return taken === group.length;
    };
    const urgent = all.filter(({ isUrgent }) => isUrgent);
    const patient = all.filter(({ isUrgent }) => !isUrgent);
    if (await isGranted(urgent, advanceSeconds * perSecond)) await isGranted(patient, 0);
  }

  private readLimits(): Promise<AccountLimits> {
    const { limits } = this;
    if (limits !== undefined && performance.now() - limits.atMs < reuseMs) return Promise.resolve(limits.value);
    this.reading ??= this.renewLimits().finally(() => (this.reading = undefined));
    return limits === undefined ? this.reading : Promise.resolve(limits.value);
  }

  /**
   * Reads the stored limits. Before that, reads the account's if this process never did or they are due. Without
   * PostgreSQL, the last ones apply.
   */
  private async renewLimits(): Promise<AccountLimits> {
    const { database, provider } = this.options;
    try {
      const isDue = await takeLimitsReading(database, provider);
      if (isDue || this.limits === undefined) await this.readFromProvider();
      this.limits = { value: await findLimits(database, provider), atMs: performance.now() };
    } catch (error) {
      this.options.logger.warn({ err: error, provider }, 'could not read the limits of the email provider');
    }
    return this.limits?.value ?? unlimited;
  }

  private async readFromProvider(): Promise<void> {
    const { database, provider, readLimits, logger } = this.options;
    if (readLimits === undefined) return;
    try {
      await storeLimits(database, provider, await readLimits());
    } catch (error) {
      if (!this.hasWarned) logger.warn({ err: error, provider }, 'the email provider does not say its sending limits');
      this.hasWarned = true;
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
