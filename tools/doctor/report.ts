import type { Finding } from './finding';

/** Prints findings as they arrive, grouped by area. */
export function createReporter(print: (line: string) => void): (finding: Finding) => void {
  let area = '';
  return (finding) => {
    if (finding.area !== area) print(`${area === '' ? '' : '\n'}${finding.area}`);
    area = finding.area;
    print(`  ${finding.state.padEnd(8)} ${finding.check.padEnd(18)} ${finding.detail}`);
    if ('remedy' in finding) print(`${' '.repeat(30)}→ ${finding.remedy}`);
  };
}

/** @returns a line such as `1 problem, 2 warnings, 14 ok, 3 skipped.` */
export function summarise(findings: readonly Finding[]): string {
  const count = (state: Finding['state']): number => findings.filter((finding) => finding.state === state).length;
  const several = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
  return `${several(count('problem'), 'problem')}, ${several(count('warning'), 'warning')}, ${count('ok')} ok, ${count('skipped')} skipped.`;
}
