import type { Area, Finding } from '../../tools/doctor/finding';
import { runChecks } from '../../tools/doctor/run-checks';

/** Returns the findings of an area's checks, by their names: `state: detail`. */
export async function findingsOf(area: Area): Promise<Record<string, string>> {
  const findings = await runChecks([area], () => undefined);
  return Object.fromEntries(findings.map(({ check, state, detail }) => [check, `${state}: ${detail}`]));
}

export const statesOf = (findings: readonly Finding[]): Record<string, string> =>
  Object.fromEntries(findings.map(({ area, check, state }) => [`${area} ${check}`, state]));
