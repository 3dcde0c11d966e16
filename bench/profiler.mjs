import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import path from 'node:path';
import { isMainThread, threadId } from 'node:worker_threads';

// Preloaded into each process that a benchmark starts. Profiles each of its threads for a while after the warm-up. Read
// by bench/profiles.ts.

const { PROFILE_FOLDER = '.', PROFILE_AFTER_MS, PROFILE_MS } = process.env;
// Threads start with a copy of the environment, and count as part of their process whatever file they run.
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
