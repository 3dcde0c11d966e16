import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';
import { maskAddress, restoreAddress } from './address-user';
import { headerMask } from './header-mask';

/** Headers and addresses of webhook steps that carry a credential, as those see them who may not read it. */

const carriesCredential =
  /^cookie$|auth|token|secret|password|credential|signature|session|api[-_]?key|access[-_]?key|-key$/i;
/** A secret of the workspace, read by its name: that says nothing of its value. */
const readSecret = /\{\{-?\s*secrets\.\w+\s*(\|\s*\w+\s*)*-?\}\}/g;
/** What may stand before a credential and is none: the scheme of RFC 9110. */
const scheme = /^(?:bearer|basic|token|digest|apikey|key)?:?$/i;

const isMasked = (name: string, value: string): boolean =>
  carriesCredential.test(name) && !scheme.test(value.replace(readSecret, '').trim());

const mapHeaders = (
  headers: Record<string, string>,
  change: (name: string, value: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]));

/** Headers with a mask in place of each literal credential. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  mapHeaders(headers, (name, value) => (isMasked(name, value) ? headerMask : value));

/** Steps with a mask in place of each literal credential in a header or an address. */
export const maskSteps = (steps: readonly JourneyStep[]): JourneyStep[] =>
  steps.map((step) =>
    step.kind === 'webhook'
      ? {
          ...step,
          url: maskAddress(step.url),
          ...(step.headers === undefined ? {} : { headers: maskHeaders(step.headers) }),
        }
      : step,
  );

/**
 * Steps with the stored values in place of masks. A value goes back to the step and the header that it was of, and only while the
 * step calls the same host: else a member who may not read it could have it sent to their own host. An address with credentials of
 * its own is taken only as it is stored.
 * @returns the steps, and what stands against them
 */
export function restoreHeaders(
  given: readonly JourneyStep[],
  stored: readonly JourneyStep[],
): { steps: JourneyStep[]; problems: ErrorDetail[] } {
  const problems: ErrorDetail[] = [];
  const steps = given.map((step, index) => {
    if (step.kind !== 'webhook') return step;
    const found = stored.find(({ id }) => id === step.id);
    const before = found?.kind === 'webhook' ? found : null;
    const restored = restoreAddress(step.url, before?.url ?? null);
    if ('problem' in restored)
      problems.push({ path: `steps.${index}.url`, message: `The address of step "${step.id}" ${restored.problem}.` });
    const called = 'problem' in restored ? step : { ...step, url: restored.address };
    if (step.headers === undefined) return called;
    const isSameHost = before !== null && new URL(before.url).origin === new URL(step.url).origin;
    const headers = mapHeaders(step.headers, (name, value) => {
      if (value !== headerMask) return value;
      const kept = before === null ? undefined : valueOf(before.headers ?? {}, name);
      if (kept !== undefined && isSameHost) return kept;
      const message =
        kept === undefined
          ? `The header "${name}" of step "${step.id}" has no stored value that the mask could stand for: send its value.`
          : `Step "${step.id}" calls another host now: send the value of its header "${name}" again.`;
      problems.push({ path: `steps.${index}.headers.${name}`, message });
      return value;
    });
    return { ...called, headers };
  });
  return { steps, problems };
}

/** Letter case does not tell headers apart. */
const valueOf = (headers: Record<string, string>, name: string): string | undefined =>
  Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
