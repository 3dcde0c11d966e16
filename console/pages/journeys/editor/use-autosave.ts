import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorDetail } from '../../../../domain/errors';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { formatMessage, formatRefusal } from '../../../format/problems';
import { changedFields, definitionOf } from '../model/definition';

type Journey = Schemas['Journey'];

export type SaveState =
  | { status: 'saved' | 'unsaved' | 'saving' }
  /** Saved after the user fixes the problems. */
  | { status: 'refused'; message: string; details: readonly ErrorDetail[] }
  /** Retried automatically. */
  | { status: 'failed'; message: string }
  /** Another person saved first: the common base, and their version. */
  | { status: 'conflict'; base: JourneyDefinition; theirs: Journey };

/** The time without changes before the draft is saved. */
const pauseMs = 700;
const retryMs = 3_000;

const noChanges = (fields: object): boolean => Object.keys(fields).length === 0;

/** Keeps a conflict until it is resolved. */
const unlessConflict =
  (status: 'saved' | 'unsaved') =>
  (before: SaveState): SaveState =>
    before.status === 'conflict' || before.status === status ? before : { status };

interface Autosave {
  state: SaveState;
  /** Saves unsaved changes. @returns whether everything is saved */
  flush: () => Promise<boolean>;
  /** Continues from the version of another person. */
  continueFrom: (theirs: Journey) => void;
  /** Whether there are no unsaved changes. */
  isClean: () => boolean;
  /** Whether the journey is the version that was last saved or loaded here. */
  isKnown: (journey: Journey) => boolean;
}

/** Saves a draft as it changes, with the `updatedAt` that was read, so that it never overwrites changes of another person. */
export function useAutosave(journey: Journey, definition: JourneyDefinition, enabled: boolean): Autosave {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState>({ status: 'saved' });
  const base = useRef({ definition: definitionOf(journey), updatedAt: journey.updatedAt });
  const latest = useRef(definition);
  const running = useRef<Promise<boolean> | null>(null);
  latest.current = definition;
  const { id } = journey;

  const attempt = useCallback(async (): Promise<boolean> => {
    for (;;) {
      const sent = latest.current;
      const fields = changedFields(base.current.definition, sent);
      if (noChanges(fields)) {
        setState({ status: 'saved' });
        return true;
      }
      setState({ status: 'saving' });
      const path = { params: { path: { id } } };
      try {
        const body = { updatedAt: base.current.updatedAt, ...fields } as never;
        const saved = await unwrap(api.PATCH('/api/journeys/{id}', { ...path, body }));
        base.current = { definition: sent, updatedAt: saved.updatedAt };
        client.setQueryData(['journeys', id], saved);
      } catch (error) {
        const next = await afterFailure(error as Error, base.current, () =>
          unwrap(api.GET('/api/journeys/{id}', path)),
        );
        if ('updatedAt' in next) base.current = { ...base.current, ...next };
        else {
          setState(next);
          return false;
        }
      }
    }
  }, [client, id]);

  const flush = useCallback((): Promise<boolean> => {
    running.current ??= attempt().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [attempt]);

  const isClean = useCallback(() => noChanges(changedFields(base.current.definition, latest.current)), []);
  const isKnown = useCallback(({ updatedAt }: Journey) => updatedAt === base.current.updatedAt, []);
  useEffect(() => {
    if (!enabled) return;
    const clean = isClean();
    // Undo can revert all unsaved changes.
    if (!clean || running.current === null) setState(unlessConflict(clean ? 'saved' : 'unsaved'));
    if (clean) return;
    const timer = setTimeout(() => void flush(), pauseMs);
    return () => clearTimeout(timer);
  }, [definition, enabled, flush, isClean]);
  useRetry(state, flush);
  useLeaving(enabled, isClean, flush);

  const continueFrom = useCallback((theirs: Journey): void => {
    base.current = { definition: definitionOf(theirs), updatedAt: theirs.updatedAt };
    setState({ status: 'saved' });
  }, []);
  return { state, flush, continueFrom, isClean, isKnown };
}

/** Returns a newer `updatedAt` to retry with, or the state to show. */
async function afterFailure(
  error: Error,
  base: { definition: JourneyDefinition },
  read: () => Promise<Journey>,
): Promise<SaveState | { updatedAt: string }> {
  if (!(error instanceof ApiError)) return { status: 'failed', message: error.message };
  if (error.code !== 'STALE_UPDATE') {
    // After 401, the user signs in again in a dialog.
    const passes = [0, 401, 429].includes(error.status) || error.status >= 500;
    if (passes) return { status: 'failed', message: error.message };
    const details = error.details.map(({ path, message }) => ({ path, message: formatMessage(message) }));
    return { status: 'refused', message: formatRefusal(error.message, details), details };
  }
  try {
    const theirs = await read();
    // Only other fields changed, such as the name, so there is no conflict.
    if (noChanges(changedFields(base.definition, definitionOf(theirs)))) return { updatedAt: theirs.updatedAt };
    return { status: 'conflict', base: base.definition, theirs };
  } catch (cause) {
    return { status: 'failed', message: (cause as Error).message };
  }
}

function useRetry(state: SaveState, flush: () => Promise<boolean>): void {
  useEffect(() => {
    if (state.status !== 'failed') return;
    const timer = setTimeout(() => void flush(), retryMs);
    return () => clearTimeout(timer);
  }, [state, flush]);
}

/** Saves before going to another page, and asks before the window closes. */
function useLeaving(enabled: boolean, isClean: () => boolean, flush: () => Promise<boolean>): void {
  useEffect(() => {
    if (!enabled) return;
    const confirmClose = (event: BeforeUnloadEvent): void => {
      if (!isClean()) event.preventDefault();
    };
    window.addEventListener('beforeunload', confirmClose);
    return () => {
      window.removeEventListener('beforeunload', confirmClose);
      if (!isClean()) void flush();
    };
  }, [enabled, isClean, flush]);
}
