import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { UnsavedQuestion } from '../../../components/unsaved';
import type { Autosave, SaveState } from './use-autosave';

/** How long to wait for a save before the dialog appears. */
const patienceMs = 500;

/** Saves before the user leaves the editor. Shows a dialog if the draft is not saved in time. */
export function LeaveGuard({ autosave: { state, isClean, flush, discard } }: { autosave: Autosave }) {
  const blocker = useBlocker({
    shouldBlockFn: async ({ current, next }) =>
      viewOf(current) !== viewOf(next) && !isClean() && !(await isSavedWithin(patienceMs, flush)),
    enableBeforeUnload: () => !isClean(),
    withResolver: true,
  });
  const { status, proceed, reset } = blocker;
  const isSavedNow = status === 'blocked' && state.status === 'saved';
  useEffect(() => {
    if (isSavedNow) proceed();
  }, [isSavedNow, proceed]);
  if (status !== 'blocked' || isSavedNow) return null;
  return (
    <UnsavedQuestion
      onStay={reset}
      onLeave={() => {
        discard();
        proceed();
      }}
    >
      {reasonOf(state)} If you leave now, your last changes are lost.
    </UnsavedQuestion>
  );
}

/** Identifies the journey and view of the editor. Other parts of the address, such as the outline, can change. */
const viewOf = ({ pathname, search }: { pathname: string; search: object }): string => {
  const { view, version } = search as Record<string, unknown>;
  return JSON.stringify([pathname, view, version]);
};

const isSavedWithin = (ms: number, flush: () => Promise<boolean>): Promise<boolean> =>
  Promise.race([flush(), new Promise<boolean>((resolve) => setTimeout(() => resolve(false), ms))]);

const reasonOf = (state: SaveState): string =>
  'message' in state ? `The draft could not be saved: ${state.message}` : 'The draft is not saved yet.';
