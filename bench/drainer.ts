import { setTimeout as delay } from 'node:timers/promises';
import { drainLimit } from '../db/analytics/rollups';
import { creditPortion } from '../operations/analytics/credit-completions';
import { drainPortion } from '../operations/analytics/drain-rollups';
import { connectBench } from './bench-database';

/**
 * Drains a workspace like a worker, but without pauses, between `start` and `stop`. Runs in a separate process, so that
 * sending events does not wait for counting them.
 */

export interface DrainerArguments {
  databaseUrl: string;
  workspaceId: string;
}

export type DrainerMessage = { kind: 'ready' } | { kind: 'stopped'; visits: number };

const post = (message: DrainerMessage): void => void process.send?.(message);

function main(): void {
  const { databaseUrl, workspaceId } = JSON.parse(process.argv[2] ?? '{}') as DrainerArguments;
  const database = connectBench(databaseUrl, 4);
  let isStopped = true;
  let draining = Promise.resolve(0);
  const drain = async (): Promise<number> => {
    let visits = 0;
    while (!isStopped) {
      const taken = await drainPortion({ database }, workspaceId, { limit: drainLimit });
      await creditPortion({ database }, workspaceId);
      visits += taken;
      if (taken < drainLimit) await delay(100);
    }
    return visits;
  };
  process.on('message', (word: 'start' | 'stop') => {
    isStopped = word === 'stop';
    if (word === 'start') draining = drain();
    else void draining.then((visits) => post({ kind: 'stopped', visits }));
  });
  process.on('disconnect', () => process.exit());
  post({ kind: 'ready' });
}

main();
