import { useSyncExternalStore } from 'react';

/** Whether the service answered the last request: the shell says so while it does not, and asks again by itself. */

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
