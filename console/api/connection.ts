import { useSyncExternalStore } from 'react';

/** Tracks whether the last request got a response. The shell shows a banner and retries while it did not. */

let silent = false;
const listeners = new Set<() => void>();

function set(next: boolean): void {
  if (silent === next) return;
  silent = next;
  for (const listener of listeners) listener();
}

export const reportSilence = (): void => set(true);
export const reportResponse = (): void => set(false);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useSilence = (): boolean => useSyncExternalStore(subscribe, () => silent);
