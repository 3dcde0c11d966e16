import { mergeRuns, withMeasurement } from '../../bench/figures-page';

const run = (rate: number, p99: number) =>
  `  round 1: 12/s\nstarts: ${rate}/s, wanted are 1500; p99 ${p99.toFixed(1)} ms\n`;

test('runs are merged into medians and ranges; constant numbers stay as they are', () => {
  expect(mergeRuns([run(1873, 250.5), run(1700, 300), run(1900, 240)])).toEqual([
    'starts: 1873 [1700 to 1900]/s, wanted are 1500; p99 250.5 [240.0 to 300.0] ms',
  ]);
  expect(mergeRuns([run(1873, 250)])).toEqual(['starts: 1873/s, wanted are 1500; p99 250.0 ms']);
});

test('results of several lines keep their order, and different lines are kept separately', () => {
  expect(mergeRuns(['a: 1\nb: 2\n', 'a: 3\nb: 4\n', 'a: 2\nb failed\n'])).toEqual([
    'a: 2 [1 to 3]',
    ...['b: 2', 'b: 4', 'b failed'],
  ]);
  expect(mergeRuns(['', '  nothing\n'])).toEqual([]);
});

test('a section is replaced in its place, and everything else stays', () => {
  const first = withMeasurement('# Performance\n\nWhat is measured.\n', {
    figure: 'starts',
    outputs: [run(1, 1)],
    circumstances: 'then',
  });
  const both = `${withMeasurement(first, { figure: 'sends', outputs: ['sends: 5/s\n'], circumstances: 'then' })}\nAn end.\n`;
  const again = withMeasurement(both, { figure: 'starts', outputs: [run(2, 1), run(4, 1)], circumstances: 'now' });
  expect(again).toBe(`# Performance

What is measured.

<!-- figure starts -->

### starts

- starts: 4 [2 to 4]/s, wanted are 1500; p99 1.0 ms

2 runs, medians and [minimum to maximum], now.

<!-- end of starts -->

<!-- figure sends -->

### sends

- sends: 5/s

One run, then.

<!-- end of sends -->

An end.
`);
});
