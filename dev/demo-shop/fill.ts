import { connect, type Database } from '../../db/connection/pool';
import { findWorkspace, setDemoState } from '../../db/workspaces/workspaces';
import { since } from '../infrastructure';
import { fillHistory, type OnProgress, type Part } from './fill-history';
import type { Shop } from './shop-context';

/** Milliseconds between two lines of progress. */
const reportEveryMs = 10_000;

export interface FillOptions {
  databaseUrl: string;
  keyPepper: string;
  workspaceId: string;
  report: (line: string) => void;
  stopping: AbortSignal;
  /** The end of the history. */
  now?: Date;
}

/**
 * Fills an empty Demo shop with a history of 90 days. The state of the workspace has the progress. A failure is printed
 * and recorded there, and the next start of the service repeats the fill from the start.
 * @returns whether the shop is complete
 */
export async function fillDemoShop({ databaseUrl, report, stopping, ...options }: FillOptions): Promise<boolean> {
  const { workspaceId } = options;
  const started = Date.now();
  // A drain of the whole history takes longer than statements of the service may.
  const database = connect({
    url: databaseUrl,
    poolSize: 3,
    applicationName: 'apex-demo',
    statementTimeoutMs: 120_000,
  });
  let part: Part = 'Settings';
  try {
    const shop = await openShop(database, options);
    await withoutNotices(shop, () =>
      fillHistory(
        shop,
        progressOf(database, workspaceId, (line) => ((part = line.part), printed(line))),
      ),
    );
    await setDemoState(database, workspaceId, { status: 'ready', percent: 100, part: 'Done' });
    report(`Demo shop ready ${since(started)}. In the console, switch to the workspace "Demo shop".`);
    return true;
  } catch (error) {
    if (stopping.aborted) return false;
    const reason = error instanceof Error ? error.message : String(error);
    report(`The Demo shop could not be filled (${part}): ${reason}`);
    report('The service is not affected. Start it again to repeat this, or set DEMO=off to leave the Demo shop out.');
    await setDemoState(database, workspaceId, { status: 'failed', percent: 0, part }).catch(() => undefined);
    return false;
  } finally {
    await database.destroy();
  }

  function printed({ part: name, percent, isDue }: Progress): void {
    stopping.throwIfAborted();
    if (isDue) report(`Demo shop: ${name.toLowerCase()}, ${percent}% done ${since(started)}`);
  }
}

interface Progress {
  part: Part;
  percent: number;
  /** Whether a line of progress should be printed. */
  isDue: boolean;
}

/** Parts with the percentage at which each starts. */
const parts: Record<Part, number> = { Settings: 0, 'Visits and orders': 2, Journeys: 75, Messages: 85, Figures: 88 };

/** Records progress in the workspace. */
function progressOf(database: Database, workspaceId: string, print: (progress: Progress) => void): OnProgress {
  let printedAt = Date.now();
  return async (part, share) => {
    const starts = Object.values(parts);
    const from = parts[part];
    const to = starts.find((start) => start > from) ?? 100;
    const percent = Math.round(from + share * (to - from));
    await setDemoState(database, workspaceId, { status: 'filling', percent, part });
    const isDue = Date.now() - printedAt > reportEveryMs;
    if (isDue) printedAt = Date.now();
    print({ part, percent, isDue });
  };
}

async function openShop(
  database: Database,
  { keyPepper, workspaceId, now = new Date() }: Pick<FillOptions, 'keyPepper' | 'workspaceId' | 'now'>,
): Promise<Shop> {
  const workspace = await findWorkspace(database, workspaceId);
  const owner = await database('members').where({ workspace_id: workspaceId, role: 'owner' }).first('user_id');
  const key = await database('api_keys').where({ workspace_id: workspaceId, kind: 'secret' }).first('id');
  if (workspace === null) throw new Error(`The workspace ${workspaceId} does not exist.`);
  const actor = { workspaceId, id: owner.user_id as string, role: 'owner' as const };
  return { database, keyPepper, workspaceId, actor, keyId: key.id as string, now, referrerRules: workspace };
}

/** Does something without email to the owner about experiments and anomalies of the past. */
async function withoutNotices({ database, workspaceId, actor }: Shop, work: () => Promise<void>): Promise<void> {
  const preference = { workspace_id: workspaceId, user_id: actor.id };
  const notices = { experiment_started: false, experiment_completed: false, integration: false, anomaly: false };
  await database('notice_preferences').insert({ ...preference, ...notices });
  await work();
  await database('notice_preferences').where(preference).delete();
}
