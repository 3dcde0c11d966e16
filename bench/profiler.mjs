import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

// Preloaded into each process that a figure starts: profiles each of its threads for a while, once it has warmed up. Read by bench/profiles.ts.

const { PROFILE_FOLDER = '.', PROFILE_AFTER_MS, PROFILE_MS } = process.env;
// Threads begin with a copy of the environment, and are their process's, whatever they run themselves.
if (isMainThread) process.env.PROFILE_ENTRY = process.argv[1] ?? '';
const entry = process.env.PROFILE_ENTRY;

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 500 });

const stop = () =>
  session.post('Profiler.stop', (error, result) => {
    if (error !== null) return;
    const file = path.join(PROFILE_FOLDER, `${process.pid}-${threadId}.json`);
    writeFileSync(file, JSON.stringify({ entry, threadId, profile: result.profile }));
  });

setTimeout(() => {
  session.post('Profiler.start');
  setTimeout(stop, Number(PROFILE_MS)).unref();
}, Number(PROFILE_AFTER_MS)).unref();
