import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { assignVariant, type Allocation } from '../../../domain/experiments/allocate';

type Assign = typeof assignVariant;

/** Assignment as in the snippet: bundled and minified for browsers. */
async function bundledAssign(): Promise<Assign> {
  const { outputFiles } = await build({
    entryPoints: [path.resolve(__dirname, '../../../domain/experiments/allocate.ts')],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    globalName: 'allocate',
    target: 'es2020',
    charset: 'ascii',
  });
  // A new context without Node's globals, as in a browser.
  return runInNewContext(`${outputFiles[0]?.text ?? ''}; allocate.assignVariant`, {}) as Assign;
}

test('snippet and server agree for 100,000 visitors at 20, 60 and 100% of traffic', async () => {
  const inBrowser = await bundledAssign();
  const variants = [
    { id: 'control', weight: 0.2 },
    { id: 'a', weight: 0.5 },
    { id: 'é', weight: 0.3 },
  ];
  const splits = [20, 60, 100];
  const seen = new Set<string | null>();
  const differing: string[] = [];
  for (let index = 0; index < 100_000; index += 1) {
    // Ids come from the caller and can contain non-ASCII characters.
    const visitor = `${index % 7 === 0 ? 'bésucher-东-🚀' : 'visitor'}-${index}`;
    const trafficSplit = splits[index % splits.length] ?? 100;
    const experiment: Allocation = { id: 'exp_01h455vb4pex5vsknk084sn02q', status: 'running', trafficSplit, variants };
    const expected = assignVariant(experiment, visitor)?.id ?? null;
    if ((inBrowser(experiment, visitor)?.id ?? null) !== expected) differing.push(visitor);
    seen.add(expected);
  }
  expect(differing).toEqual([]);
  expect(seen).toEqual(new Set([null, 'control', 'a', 'é']));
});
