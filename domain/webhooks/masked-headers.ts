import type { ErrorDetail } from '../errors';
import type { JourneyStep } from '../journeys/schemas';
import { isSameOrigin, maskAddress, restoreAddress } from './address-user';
import { headerMask } from './header-mask';

/** Masks the credentials in headers and addresses of webhook steps for members without permission to read them. */

const carriesCredential =
  /^cookie$|auth|token|secret|password|credential|signature|session|api[-_]?key|access[-_]?key|-key$/i;
/** A reference to a workspace secret. It contains only the name, so it needs no mask. */
const readSecret = /\{\{-?\s*secrets\.\w+\s*(\|\s*\w+\s*)*-?\}\}/g;
/** An authentication scheme (RFC 9110) before a credential. The scheme itself is not secret. */
const scheme = /^(?:bearer|basic|token|digest|apikey|key)?:?$/i;

const isMasked = (name: string, value: string): boolean =>
  carriesCredential.test(name) && !scheme.test(value.replace(readSecret, '').trim());

const mapHeaders = (
  headers: Record<string, string>,
  change: (name: string, value: string) => string,
): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(name, value)]));

/** Replaces each literal credential in headers with a mask. */
export const maskHeaders = (headers: Record<string, string>): Record<string, string> =>
  mapHeaders(headers, (name, value) => (isMasked(name, value) ? headerMask : value));

/** Replaces each literal credential in the headers and addresses of steps with a mask. */
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
 * Replaces masks with the stored values. A value returns only to the same header of the same step, and only if the step
 * calls the same host. Otherwise a member without permission to read it could have it sent to their own host. An
 * address that contains credentials is accepted only as stored.
 * @returns the steps, and the problems found
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
    const isSameHost = before !== null && isSameOrigin(before.url, step.url);
    const headers = mapHeaders(step.headers, (name, value) => {
      if (value !== headerMask) return value;
      const kept = before === null ? undefined : valueOf(before.headers ?? {}, name);
      if (kept !== undefined && isSameHost) return kept;
      const message =
        kept === undefined
          ? `The header "${name}" of step "${step.id}" has no stored value to replace the mask. Send its value.`
          : `Step "${step.id}" now calls a different host. Send the value of its header "${name}" again.`;
      problems.push({ path: `steps.${index}.headers.${name}`, message });
      return value;
    });
    return { ...called, headers };
  });
  return { steps, problems };
}

/** Finds a header value. Header names are case-insensitive. */
const valueOf = (headers: Record<string, string>, name: string): string | undefined =>
  Object.entries(headers).find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
