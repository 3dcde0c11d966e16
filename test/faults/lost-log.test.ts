import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { apiClient, type ApiClient } from '../support/api-client';
import { entryArguments } from '../support/run-entry';
import { untilReady } from '../support/until-ready';
import { waitFor } from '../support/wait-for';
import { useWorld } from '../support/world';

/** Standard output cannot be written, because its disk is full or nothing reads the pipe. The service continues. */

const world = useWorld();

const started: ChildProcess[] = [];

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
});

/** Starts an entry point with the given output. @returns the process, and a client for its port */
async function start(entry: string, output: 'pipe' | number): Promise<{ child: ChildProcess; client: ApiClient }> {
  const child = spawn(process.execPath, entryArguments(entry), {
    cwd: path.resolve(__dirname, '../..'),
    env: { ...process.env, ...world.environment, LOG_LEVEL: 'debug' },
    // Node fills a pipe's buffer and reads no further until the stream is consumed.
    stdio: ['ignore', output, output, 'ipc'],
  });
  started.push(child);
  const ready = await Promise.race([
    once(child, 'message').then(([message]) => message as { port?: number; healthPort?: number }),
    once(child, 'exit').then((exit) => Promise.reject(new Error(`${entry} ended: ${String(exit)}`))),
  ]);
  return { child, client: apiClient(`http://127.0.0.1:${ready.port ?? ready.healthPort}`) };
}

const droppedLines = async (client: ApiClient): Promise<number> =>
  Number(/^apex_log_lines_dropped_total (\d+)$/m.exec((await client.get('/metrics')).body as string)?.[1]);

async function expectOrderlyEnd(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
}

test('API with an unread log pipe: it responds, counts dropped lines, and stops cleanly', async () => {
  const { child, client } = await start('api/server.ts', 'pipe');
  await waitFor(
    async () => {
      const responses = await Promise.all(Array.from({ length: 500 }, () => client.get('/healthz')));
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      return (await droppedLines(client)) > 0;
    },
    { intervalMs: 0 },
  );
  await untilReady(client);
  await expectOrderlyEnd(child);
});

test.each(['api/server.ts', 'worker/main.ts'])(
  '%s on a full disk: it works, counts dropped lines, and stops cleanly',
  async (entry) => {
    const full = openSync('/dev/full', 'w');
    const { child, client } = await start(entry, full);
    closeSync(full);
    await waitFor(async () => (await droppedLines(client)) > 0);
    await untilReady(client);
    await expectOrderlyEnd(child);
  },
);
