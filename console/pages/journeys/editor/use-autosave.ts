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

/** A stored state of the journey. */
interface Base {
  definition: JourneyDefinition;
  updatedAt: string;
}

const noChanges = (fields: object): boolean => Object.keys(fields).length === 0;

/** Keeps a conflict until it is resolved. */
const unlessConflict =
  (status: 'saved' | 'unsaved') =>
  (before: SaveState): SaveState =>
    before.status === 'conflict' || before.status === status ? before : { status };

export interface Autosave {
  state: SaveState;
  /** Saves unsaved changes. @returns whether everything is saved */
  flush: () => Promise<boolean>;
  /** Continues from the version of another person. */
  continueFrom: (theirs: Journey) => void;
  /** Whether there are no unsaved changes. */
  isClean: () => boolean;
  /** Whether the journey is the version that was last saved or loaded here. */
  isKnown: (journey: Journey) => boolean;
  /** Drops unsaved changes without an update of the page. */
  discard: () => void;
}

/** Saves a draft as it changes, with the `updatedAt` that was read, so that it never overwrites changes of another person. */
export function useAutosave(journey: Journey, definition: JourneyDefinition): Autosave {
  const client = useQueryClient();
  const [state, setState] = useState<SaveState>({ status: 'saved' });
  const base = useRef<Base>({ definition: definitionOf(journey), updatedAt: journey.updatedAt });
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
        const next = await afterFailure(error as Error, { base: base.current.definition, sent }, () =>
          unwrap(api.GET('/api/journeys/{id}', path)),
        );
        if ('status' in next) {
          setState(next);
          return false;
        }
        base.current = next;
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
    const clean = isClean();
    // Undo can revert all unsaved changes.
    if (!clean || running.current === null) setState(unlessConflict(clean ? 'saved' : 'unsaved'));
    if (clean) return;
    const timer = setTimeout(() => void flush(), pauseMs);
    return () => clearTimeout(timer);
  }, [definition, flush, isClean]);
  useRetry(state, flush);
  const discard = useCallback(() => void (base.current = { ...base.current, definition: latest.current }), []);
  useUnmount(isClean, flush);

  const continueFrom = useCallback((theirs: Journey): void => {
    base.current = { definition: definitionOf(theirs), updatedAt: theirs.updatedAt };
    setState({ status: 'saved' });
  }, []);
  return { state, flush, continueFrom, isClean, isKnown, discard };
}

/** Returns the stored state to continue from, or the state to show. */
async function afterFailure(
  error: Error,
  { base, sent }: { base: JourneyDefinition; sent: JourneyDefinition },
  read: () => Promise<Journey>,
): Promise<SaveState | Base> {
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
    const { updatedAt } = theirs;
    // An earlier attempt was stored, but its response was lost.
    if (noChanges(changedFields(sent, definitionOf(theirs)))) return { definition: sent, updatedAt };
    // Only other fields changed, such as the name, so there is no conflict.
    if (noChanges(changedFields(base, definitionOf(theirs)))) return { definition: base, updatedAt };
    return { status: 'conflict', base, theirs };
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

/** Saves when the editor closes without navigation, for example because the journey was archived. */
function useUnmount(isClean: () => boolean, flush: () => Promise<boolean>): void {
  useEffect(
    () => () => {
      if (!isClean()) void flush();
    },
    [isClean, flush],
  );
}
