import { reasonOf } from '../../temporal/reason';
import { type Area, type Check, type Finding, type Outcome, problem, skipped } from './finding';

/** Of one check; what it waits for may never come. */
const limitMs = 20_000;

/** Runs the areas one after the other. @param report is given each finding as it is made */
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
        add(area, check, isOpen ? await outcomeOf(check) : skipped(`not looked at: see ${area.entry!.name}`));
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
    timer = setTimeout(() => resolve(problem(`took more than ${limitMs / 1_000} s`, 'run it again')), limitMs);
  });
  try {
    return await Promise.race([check.run(), timeout]);
  } catch (error) {
    return problem(oneLine(error), 'mend that, and run it again');
  } finally {
    clearTimeout(timer);
  }
}

/** Errors of drivers bring statements and several addresses along; those of Temporal's SDK say what went wrong in their cause. */
export function oneLine(error: unknown): string {
  const [first = ''] = reasonOf(error)
    .split('\n')
    .filter((line) => line.trim() !== '');
  return first === '' ? String((error as { code?: unknown }).code ?? error) : first.slice(0, 300);
}
