import { reasonOf } from '../../temporal/reason';
import { type Area, type Check, type Finding, type Outcome, problem, skipped } from './finding';

/** Time limit of one check, which may wait forever. */
const limitMs = 20_000;

/**
 * Runs the areas one by one.
 * @param report called with each finding
 */
export async function runChecks(areas: readonly Area[], report: (finding: Finding) => void): Promise<Finding[]> {
  const findings: Finding[] = [];
  const add = (area: Area, check: Check, outcome: Outcome): Outcome => {
    const finding = { area: area.name, check: check.name, ...outcome };
    findings.push(finding);
    report(finding);
    return outcome;
  };
  for (const area of areas) {
    try {
      const entry = area.entry && add(area, area.entry, await outcomeOf(area.entry));
      for (const check of area.checks) {
        const isOpen = entry?.state !== 'problem';
        add(area, check, isOpen ? await outcomeOf(check) : skipped(`not checked: see ${area.entry!.name}`));
      }
    } finally {
      await area.close?.();
    }
  }
  return findings;
}

async function outcomeOf(check: Check): Promise<Outcome> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<Outcome>((resolve) => {
    timer = setTimeout(() => resolve(problem(`timed out after ${limitMs / 1_000} s`, 'run the check again')), limitMs);
  });
  try {
    return await Promise.race([check.run(), timeout]);
  } catch (error) {
    return problem(oneLine(error), 'fix the error, and run the check again');
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns the first line of an error. Driver errors contain statements and several addresses; errors of Temporal's SDK
 * have the reason in their cause.
 */
export function oneLine(error: unknown): string {
  const [first = ''] = reasonOf(error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return first === '' ? String((error as { code?: unknown }).code ?? error) : first.slice(0, 300);
}
