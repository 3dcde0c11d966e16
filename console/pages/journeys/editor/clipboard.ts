import type { JourneyStep } from '../../../../domain/journeys/schemas';

/** Stores copied steps in the browser, so that they can be pasted into another journey or window. */
const key = 'apex.copied-steps';

export const copyToClipboard = (steps: readonly JourneyStep[]): void =>
  localStorage.setItem(key, JSON.stringify(steps));

export function readClipboard(): JourneyStep[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(read) ? (read as JourneyStep[]) : [];
  } catch {
    return [];
  }
}
