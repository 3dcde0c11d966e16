import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { flameGraph, type CpuProfile } from './flame-graph';

/** Profiles of the processes that a benchmark starts, as flame graphs in docs/profiles. */

interface ThreadProfile {
  /** The file that the process runs. */
  entry: string;
  /** 0 for the main thread. */
  threadId: number;
  profile: CpuProfile;
}

export interface Profiling {
  /** For the benchmark's process; its child processes inherit it. */
  env: NodeJS.ProcessEnv;
  /**
   * Draws the profiles of processes with `part` in their entry: their main threads in one graph, their other threads in
   * another.
   * @returns the files, relative to the checkout
   */
  draw(figure: string, part: string): string[];
}

const root = path.join(__dirname, '..');

/** Milliseconds of warm-up, and of profiling after it. */
const [afterMs, forMs] = [15_000, 20_000];

export function startProfiling(): Profiling {
  const folder = mkdtempSync(path.join(tmpdir(), 'apex-profiles-'));
  const preload = pathToFileURL(path.join(__dirname, 'profiler.mjs')).href;
  return {
    env: {
      NODE_OPTIONS: `--import ${preload}`,
      PROFILE_FOLDER: folder,
      PROFILE_AFTER_MS: String(afterMs),
      PROFILE_MS: String(forMs),
    },
    draw(figure, part) {
      const threads = readdirSync(folder)
        .map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as ThreadProfile)
        .filter(({ entry }) => entry.includes(part));
      rmSync(folder, { recursive: true });
      mkdirSync(path.join(root, 'docs', 'profiles'), { recursive: true });
      const graphs = [
        {
          name: figure,
          title: `${figure}: main thread of ${part}`,
          of: threads.filter(({ threadId }) => threadId === 0),
        },
        {
          name: `${figure}-threads`,
          title: `${figure}: other threads of ${part}`,
          of: threads.filter(({ threadId }) => threadId > 0),
        },
      ].filter(({ of }) => of.length > 0);
      return graphs.map(({ name, title, of }) => {
        const file = path.join('docs', 'profiles', `${name}.svg`);
        const profiles = of.map(({ profile }) => profile);
        writeFileSync(path.join(root, file), flameGraph(profiles, { title, root }));
        return file;
      });
    },
  };
}
