import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { assignVariant, type Allocation } from '../../../domain/experiments/allocate';

type Assign = typeof assignVariant;

/** The assignment as the snippet has it: bundled and minified for browsers. */
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
  // A realm of its own, without Node's globals, as a browser has none of them.
  return runInNewContext(`${outputFiles[0]?.text ?? ''}; allocate.assignVariant`, {}) as Assign;
}

test('snippet and server agree on a hundred thousand visitors, at 20, 60 and 100 percent of traffic', async () => {
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
    // Some of them beyond ASCII, as ids are the caller's.
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
