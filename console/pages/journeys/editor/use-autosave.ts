import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ErrorDetail } from '../../../../domain/errors';
import type { JourneyDefinition } from '../../../../domain/journeys/schemas';
import { api, ApiError, unwrap, type Schemas } from '../../../api/client';
import { changedFields, definitionOf } from '../model/definition';

type Journey = Schemas['Journey'];

export type SaveState =
  | { status: 'saved' | 'unsaved' | 'saving' }
  /** Saved as soon as what is wrong is put right. */
  | { status: 'refused'; message: string; details: readonly ErrorDetail[] }
  /** Tried again by itself. */
  | { status: 'failed'; message: string }
  /** Another person saved in between: what both last saw, and what is there now. */
  | { status: 'conflict'; base: JourneyDefinition; theirs: Journey };

/** How long nothing is changed before it is saved. */
const pauseMs = 700;
const retryMs = 3_000;

const noChanges = (fields: object): boolean => Object.keys(fields).length === 0;

/** A conflict stays until it is resolved. */
const unlessConflict =
  (status: 'saved' | 'unsaved') =>
  (before: SaveState): SaveState =>
    before.status === 'conflict' || before.status === status ? before : { status };

interface Autosave {
  state: SaveState;
  /** Saves what is not saved yet. @returns whether everything is saved now */
  flush: () => Promise<boolean>;
  /** Goes on from what another person saved. */
  continueFrom: (theirs: Journey) => void;
  /** Whether nothing is typed that the service does not have. */
  isClean: () => boolean;
  /** Whether what was read of the journey is what was saved here, or gone on from. */
  isKnown: (journey: Journey) => boolean;
}

/** Saves a draft as it changes, by the `updatedAt` that was read: no change of another person is overwritten. */
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
    // What was changed may be changed back, by undoing it: nothing is left to save then.
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

/** What a failed save means: a newer updatedAt to try again with, or a state to show. */
async function afterFailure(
  error: Error,
  base: { definition: JourneyDefinition },
  read: () => Promise<Journey>,
): Promise<SaveState | { updatedAt: string }> {
  if (!(error instanceof ApiError)) return { status: 'failed', message: error.message };
  if (error.code !== 'STALE_UPDATE') {
    // After 401 the person signs in over the page.
    const passes = [0, 401, 429].includes(error.status) || error.status >= 500;
    if (passes) return { status: 'failed', message: error.message };
    return { status: 'refused', message: error.message, details: error.details };
  }
  try {
    const theirs = await read();
    // Something else was changed, such as the name: nothing of it is in the way.
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

/** Going to another page saves; closing the window asks first. */
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
