import pg from 'pg';
import type { Logger } from 'pino';
import { outboxChannel, type OutboxCommand } from '../db/outbox/outbox';
import { dispatchCommands } from '../operations/outbox/dispatch-commands';
import { reasonOf } from '../temporal/reason';
import { outboxCommands } from '../telemetry/counters';
import { withSpan } from '../telemetry/spans';
import { carryOut, type OutboxTargets } from './outbox-kinds';

/** Carries commands from PostgreSQL to Temporal. Any number of dispatchers may run: each takes rows that no other holds. */
export interface OutboxDispatcher {
  /** Finishes the round under way and stops. */
  stop(): Promise<void>;
}

export interface OutboxOptions extends OutboxTargets {
  /** Of PostgreSQL itself: no pooler keeps a listener. */
  listenUrl: string;
  logger: Logger;
  /** Between looks when no commit wakes the dispatcher, milliseconds. */
  pollMs: number;
}

const batchSize = 50;

export function startOutboxDispatcher(options: OutboxOptions): OutboxDispatcher {
  let stopped = false;
  const alarm = createAlarm();
  const listener = listen(options, alarm.ring);
  const finished = (async () => {
    while (!stopped) {
      const taken = await dispatchRound(options).catch((error: unknown) => {
        options.logger.warn({ err: error }, 'outbox round failed; it is tried again');
        return 0;
      });
      if (taken < batchSize && !stopped) await alarm.wait(options.pollMs);
    }
  })();
  return {
    async stop() {
      stopped = true;
      alarm.ring();
      await finished;
      await listener.stop();
    },
  };
}

/** In the trace of what decided the command, if that was traced. */
const carryOutTraced = (options: OutboxOptions, command: OutboxCommand): Promise<void> =>
  withSpan(
    `outbox ${command.kind}`,
    {
      kind: 'consumer',
      parent: command.traceparent ?? null,
      attributes: { 'apex.workspace_id': command.workspaceId, 'apex.attempts': command.attempts },
    },
    async () => {
      try {
        await carryOut(options, command);
        outboxCommands.inc({ kind: command.kind, result: 'done' });
      } catch (error) {
        outboxCommands.inc({ kind: command.kind, result: 'put_off' });
        throw error;
      }
    },
  );

function dispatchRound(options: OutboxOptions): Promise<number> {
  const { database, logger } = options;
  return dispatchCommands(database, batchSize, (command) => carryOutTraced(options, command), {
    reasonOf,
    onFailure: ({ subjectId, attempts }, reason) =>
      logger.warn({ subjectId, attempts: attempts + 1, reason }, 'outbox command put off'),
  });
}

/** A wait that can be cut short; a wake-up between waits is kept for the next wait. */
function createAlarm() {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: (): void => {
      rung = true;
      wake?.();
    },
    async wait(ms: number): Promise<void> {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      rung = false;
      wake = undefined;
    },
  };
}

/** Listens for commits that wrote commands, on a connection of its own; polling bridges the time that it is away. */
function listen({ listenUrl, logger }: OutboxOptions, ring: () => void) {
  let stopped = false;
  let hangUp: () => void = () => undefined;
  const finished = (async () => {
    while (!stopped) {
      try {
        await listenOnce(listenUrl, ring, (end) => (hangUp = end));
      } catch (error) {
        logger.warn({ err: error }, 'outbox listener is not connected; polling continues');
      }
      if (!stopped) await new Promise((resolve) => setTimeout(resolve, 1_000).unref());
    }
  })();
  return {
    async stop(): Promise<void> {
      stopped = true;
      hangUp();
      await Promise.race([finished, new Promise((resolve) => setTimeout(resolve, 1_500).unref())]);
    },
  };
}

/** Resolves when the connection has ended. */
async function listenOnce(listenUrl: string, ring: () => void, onEndable: (end: () => void) => void): Promise<void> {
  const client = new pg.Client({ connectionString: listenUrl, application_name: 'apex-outbox', keepAlive: true });
  const ended = new Promise<void>((resolve) => {
    client.once('end', resolve);
    client.on('error', () => {
      resolve();
    });
  });
  client.on('notification', ring);
  onEndable(() => void client.end().catch(() => undefined));
  await client.connect();
  await client.query(`listen ${outboxChannel}`);
  ring();
  await ended;
}
