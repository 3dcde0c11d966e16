import { flameGraph, type CpuProfile } from '../../bench/flame-graph';

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url, lineNumber: 9 },
  children,
});

/** `handle` calls `parse` of a package and `write` of Node; a third of the time is idle. */
const profile: CpuProfile = {
  nodes: [
    node(1, '(root)', '', [2, 5]),
    node(2, 'handle', 'file:///shop/dist/api/app.js', [3, 4]),
    node(3, 'parse<T>', 'file:///shop/node_modules/zod/v4/core/parse.cjs'),
    node(4, 'write', 'node:net'),
    node(5, '(idle)', ''),
  ],
  samples: [3, 3, 4, 2, 5, 5],
  timeDeltas: [100, 100, 100, 100, 100, 100],
};

const framesOf = (svg: string) =>
  [...svg.matchAll(/<title>([^<]*)<\/title><rect x="([\d.]+)" y="(-?\d+)" width="([\d.]+)"[^>]*fill="([^"]+)"/g)].map(
    ([, title, x, y, width, fill]) => ({
      title,
      x: Number(x),
      row: Math.abs(Number(y)) / 17,
      width: Number(width),
      fill,
    }),
  );

test('frames are as wide as their share of the work, sit on their callers, and show whose code they are', () => {
  const svg = flameGraph([profile], { title: 'A & B', root: '/shop' });
  expect(framesOf(svg)).toEqual([
    { title: 'all , 100.0 %', x: 0, row: 0, width: 1199.5, fill: '#c9ced6' },
    { title: 'handle dist/api/app.js:10, 100.0 %', x: 0, row: 1, width: 1199.5, fill: '#f5b971' },
    { title: 'parse&lt;T&gt; zod/v4/core/parse.cjs:10, 50.0 %', x: 0, row: 2, width: 599.5, fill: '#9fc5e8' },
    { title: 'write node:net:10, 25.0 %', x: 600, row: 2, width: 299.5, fill: '#c9ced6' },
  ]);
  expect(svg).toContain('A &amp; B');
});

test('the same calls in several profiles are one frame, and unreadably narrow frames are left out', () => {
  const long: CpuProfile = { ...profile, samples: [4], timeDeltas: [1_000_000] };
  expect(framesOf(flameGraph([profile, long], { title: '', root: '/shop' })).map(({ title }) => title)).toEqual([
    'all , 100.0 %',
    'handle dist/api/app.js:10, 100.0 %',
    'write node:net:10, 100.0 %',
  ]);
});
