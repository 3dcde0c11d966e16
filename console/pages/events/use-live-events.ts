import { startTransition, useEffect, useRef, useState } from 'react';
import type { LiveEvent } from '../../../domain/live-events/schemas';
import { api, unwrap } from '../../api/client';
import { mergeEvents } from './merge-events';

export interface LiveFilter {
  type?: string | undefined;
  visitorId?: string | undefined;
  /** An id or an email address. */
  person?: string | undefined;
}

interface Live {
  /** Newest first; undefined until the stream has opened. */
  events: readonly LiveEvent[] | undefined;
  /** Events that arrived while the list was paused. */
  waiting: number;
  /** Events that were left out because too many arrived. */
  skipped: number;
  /** Whether the stream is open. It reconnects by itself. */
  isConnected: boolean;
}

const nothing: Live = { events: undefined, waiting: 0, skipped: 0, isConnected: false };

/** Milliseconds between two updates of the list, so that many events cause few renders. */
const batchMs = 250;
/** Milliseconds until a refused stream is opened again. */
const retryMs = 5_000;

/**
 * Receives events as they arrive. While the list is paused, they are collected and shown when it continues. A hidden
 * page closes its stream.
 */
export function useLiveEvents(filter: LiveFilter, isPaused: boolean): Live {
  const [live, setLive] = useState(nothing);
  const pending = useRef<LiveEvent[]>([]);
  const query = queryOf(filter);
  useEffect(() => {
    setLive(nothing);
    pending.current = [];
    return openStream(`/api/events/live${query}`, {
      onOpen: () => setLive((now) => ({ ...now, events: now.events ?? [], isConnected: true })),
      onLost: () => setLive((now) => ({ ...now, isConnected: false })),
      onEvent: (event) => void pending.current.push(event),
      onSkipped: (count) => setLive((now) => ({ ...now, skipped: now.skipped + count })),
    });
  }, [query]);
  useEffect(() => {
    const update = (): void => {
      const arrived = pending.current;
      if (isPaused) {
        pending.current = mergeEvents([], arrived);
        setLive((now) => (now.waiting === arrived.length ? now : { ...now, waiting: pending.current.length }));
      } else if (arrived.length > 0) {
        pending.current = [];
        // In pieces, so that the page stays responsive.
        startTransition(() =>
          setLive((now) => ({ ...now, events: mergeEvents(now.events ?? [], arrived), waiting: 0 })),
        );
      }
    };
    update();
    const timer = setInterval(update, batchMs);
    return () => clearInterval(timer);
  }, [isPaused]);
  return live;
}

function queryOf(filter: LiveFilter): string {
  const given = Object.entries(filter).filter(([, value]) => value !== undefined && value !== '');
  const text = new URLSearchParams(given).toString();
  return text === '' ? '' : `?${text}`;
}

interface Listeners {
  onOpen: () => void;
  onLost: () => void;
  onEvent: (event: LiveEvent) => void;
  onSkipped: (count: number) => void;
}

/** Opens a stream, and again when it was refused or the page is shown again. @returns a function that closes it */
function openStream(address: string, { onOpen, onLost, onEvent, onSkipped }: Listeners): () => void {
  let source: EventSource | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const close = (): void => {
    clearTimeout(timer);
    source?.close();
    source = null;
  };
  const open = (): void => {
    close();
    const opened = new EventSource(address);
    source = opened;
    opened.addEventListener('open', onOpen);
    opened.addEventListener('message', ({ data }: MessageEvent<string>) => onEvent(JSON.parse(data) as LiveEvent));
    opened.addEventListener('skipped', ({ data }: MessageEvent<string>) =>
      onSkipped((JSON.parse(data) as { count: number }).count),
    );
    opened.addEventListener('error', () => {
      onLost();
      // The browser reconnects unless the request was refused.
      if (opened.readyState !== EventSource.CLOSED) return;
      // Shows the sign-in dialog if the session has ended.
      void unwrap(api.GET('/api/session')).catch(() => undefined);
      timer = setTimeout(open, retryMs);
    });
  };
  const follow = (): void => {
    if (!document.hidden) open();
    else {
      close();
      onLost();
    }
  };
  if (!document.hidden) open();
  document.addEventListener('visibilitychange', follow);
  return () => {
    document.removeEventListener('visibilitychange', follow);
    close();
  };
}
