import { Context } from '@temporalio/activity';
import type { Database } from '../db/connection/pool';
import { listWorkspaceIds } from '../db/digests/digests';
import { writeDigest } from '../operations/digests/write-digest';
import type { SyncDigestsResult } from '../workflows/contract/maintenance';
import type { DigestInput, DigestResult } from '../workflows/contract/weekly-digest';
import { withHeartbeat } from './heartbeat';

/** The schedules of digests, in Temporal. */
export interface DigestSchedules {
  /** Brings a workspace's schedule in line with its settings: makes, changes or removes it. @returns whether it differed */
  sync(workspaceId: string): Promise<boolean>;
  /** Workspaces that have a schedule. */
  list(): Promise<string[]>;
}

export interface DigestDependencies {
  database: Database;
  digestSchedules: DigestSchedules;
}

/** Workspaces read at once, and schedules compared at once. */
const pageSize = 500;
const atOnce = 10;

export function createDigestActivities({ database, digestSchedules }: DigestDependencies) {
  return {
    /** Writes the digest of a date and a notice for each member who wants it, once: in one transaction. */
    async writeDigest({ workspaceId, date }: DigestInput): Promise<DigestResult> {
      return withHeartbeat(async () => ({ notices: await writeDigest({ database }, workspaceId, date) }));
    },

    /** Compares the schedules of all digests with the settings, and mends what differs. */
    async syncDigests(): Promise<SyncDigestsResult> {
      return withHeartbeat(async () => {
        const scheduled = new Set(await digestSchedules.list());
        const result = { checked: 0, mended: 0 };
        let last = '';
        for (;;) {
          const page = await listWorkspaceIds(database, last, pageSize);
          for (const id of page) scheduled.delete(id);
          await syncAll(page, result);
          last = page.at(-1) ?? last;
          if (page.length < pageSize) break;
        }
        // Those of workspaces that are gone.
        await syncAll([...scheduled], result);
        return result;
      });
    },
  };

  async function syncAll(workspaceIds: string[], result: SyncDigestsResult): Promise<void> {
    for (let start = 0; start < workspaceIds.length; start += atOnce) {
      Context.current().cancellationSignal.throwIfAborted();
      const differed = await Promise.all(
        workspaceIds.slice(start, start + atOnce).map((id) => digestSchedules.sync(id)),
      );
      result.checked += differed.length;
      result.mended += differed.filter(Boolean).length;
    }
  }
}
