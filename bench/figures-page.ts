/**
 * The page docs/PERFORMANCE.md: a section with the results of each benchmark in this folder. A new measurement replaces
 * its section.
 */

export interface Measurement {
  figure: string;
  /** The output of each run. */
  outputs: readonly string[];
  /** Date, machine and commit of the measurement. */
  circumstances: string;
}

/** Returns the final results of a run. Intermediate lines are indented. */
const resultsOf = (output: string): string[] => output.split('\n').filter((line) => /^\S/.test(line));

const number = /\d+(?:\.\d+)?/g;

/** Merges the lines of several runs: each number becomes the median, with the range if it is not the same in all. */
function mergeLines(lines: readonly string[]): string[] {
  const [first = ''] = lines;
  const isAlike = lines.every((line) => line.replace(number, '#') === first.replace(number, '#'));
  if (!isAlike) return [...lines];
  const numbers = lines.map((line) => line.match(number) ?? []);
  let place = -1;
  const merged = first.replace(number, () => {
    place += 1;
    const sorted = numbers.map((all) => all[place] ?? '').sort((a, b) => Number(a) - Number(b));
    const [least = '', middle = '', most = ''] = [0, sorted.length >> 1, sorted.length - 1].map((at) => sorted[at]);
    return least === most ? middle : `${middle} [${least} to ${most}]`;
  });
  return [merged];
}

/** Returns the lines of a benchmark's section: the n-th results of all runs merged. */
export function mergeRuns(outputs: readonly string[]): string[] {
  const results = outputs.map(resultsOf);
  const longest = Math.max(0, ...results.map((lines) => lines.length));
  return Array.from({ length: longest }, (_, index) =>
    mergeLines(results.flatMap((lines) => lines[index] ?? [])),
  ).flat();
}

const startOf = (figure: string): string => `<!-- figure ${figure} -->`;
const endOf = (figure: string): string => `<!-- end of ${figure} -->`;

/** Returns the page with the benchmark's section replaced, or added at the end if it is new. */
export function withMeasurement(page: string, { figure, outputs, circumstances }: Measurement): string {
  const runs = outputs.length === 1 ? 'One run' : `${outputs.length} runs, medians and [minimum to maximum]`;
  const section = [
    startOf(figure),
    '',
    `### ${figure}`,
    '',
    ...mergeRuns(outputs).map((line) => `- ${line}`),
    '',
    `${runs}, ${circumstances}.`,
    '',
    endOf(figure),
  ].join('\n');
  const [start, end] = [page.indexOf(startOf(figure)), page.indexOf(endOf(figure))];
  if (start < 0 || end < start) return `${page.trimEnd()}\n\n${section}\n`;
  return page.slice(0, start) + section + page.slice(end + endOf(figure).length);
}
