import { createHash } from 'node:crypto';
import type { Database } from '../../db/connection/pool';
import { findActiveExperiments } from '../../db/experiments/experiments';
import type { ActiveExperiment } from '../../domain/experiments/schemas';
import { compressText, type CompressedText } from '../compressed-text';
import { activeExperiments } from '../../domain/experiments/active-experiments';

/** A workspace's list of active experiments, ready to be sent. */
export interface ActiveList extends CompressedText {
  experiments: ActiveExperiment[];
  /** Strong: of the text. */
  etag: string;
}

/** The lists of active experiments, remembered: every page of every customer asks for one. */
export interface ActiveLists {
  /** The list as it was at most {@link rememberedMs} ago. */
  of(workspaceId: string): Promise<ActiveList>;
}

/** Short of the five seconds in which a change has to show. */
const rememberedMs = 2_000;
const defaultLimits = { lists: 1_000, bytes: 64_000_000 };

interface Remembered {
  /** When the read began, by the process's own clock. */
  at: number;
  list: Promise<ActiveList>;
  /** Of the text, once it is there. */
  bytes: number;
}

/**
 * Requests that ask together share one read. The least recently requested is evicted first.
 * @param now milliseconds of a clock that only goes forward
 */
export function createActiveLists(
  database: Database,
  limits = defaultLimits,
  now = (): number => performance.now(),
): ActiveLists {
  const remembered = new Map<string, Remembered>();

  function evictOldest(): void {
    let bytes = [...remembered.values()].reduce((sum, one) => sum + one.bytes, 0);
    for (const [workspaceId, one] of remembered) {
      if (remembered.size <= limits.lists && bytes <= limits.bytes) return;
      remembered.delete(workspaceId);
      bytes -= one.bytes;
    }
  }

  return {
    of(workspaceId) {
      const known = remembered.get(workspaceId);
      if (known !== undefined && now() - known.at < rememberedMs) return known.list;
      const list = readList(database, workspaceId, known?.list);
      const one: Remembered = { at: now(), list, bytes: 0 };
      // Put at the end, which is the newest.
      remembered.delete(workspaceId);
      remembered.set(workspaceId, one);
      list.then(
        ({ text }) => {
          one.bytes = text.length;
          evictOldest();
        },
        () => {
          if (remembered.get(workspaceId) === one) remembered.delete(workspaceId);
        },
      );
      return list;
    },
  };
}

/** Reads a list. Reuses the cached one if its content is unchanged, so that it is not compressed again. */
async function readList(
  database: Database,
  workspaceId: string,
  before: Promise<ActiveList> | undefined,
): Promise<ActiveList> {
  const active = await findActiveExperiments(database, workspaceId);
  const experiments = activeExperiments(active.experiments, active);
  const text = JSON.stringify(experiments);
  const previous = await before?.catch(() => undefined);
  if (previous?.text === text) return previous;
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 24)}"`;
  return { ...(await compressText(text)), experiments, etag };
}
