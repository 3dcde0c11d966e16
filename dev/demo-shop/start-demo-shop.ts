import { connect, type Database } from '../../db/connection/pool';
import { writeCredentials, type Credentials } from '../credentials';
import { createDemoShop, listUnfinishedDemos, removeDemoShop } from './demo-workspace';
import { fillDemoShop } from './fill';

export interface DemoShopStart {
  dataDir: string;
  credentials: Credentials;
  keyPepper: string;
  report: (line: string) => void;
  /** Aborts when the service stops: the fill ends then, and the next start repeats it. */
  stopping: AbortSignal;
}

/**
 * Fills the Demo shop in the background, unless it is complete or was never created. If an earlier fill did not end,
 * the workspace is deleted and created again, so that nothing in it is there twice. Never throws.
 */
export async function startDemoShop(start: DemoShopStart): Promise<void> {
  const { dataDir, credentials, keyPepper, report, stopping } = start;
  const { demo, databaseUrl, owner } = credentials;
  if (demo === undefined) return;
  const database = connect({
    url: databaseUrl,
    poolSize: 1,
    applicationName: 'apex-demo',
    statementTimeoutMs: 120_000,
  });
  try {
    const unfinished = await listUnfinishedDemos(database);
    if (!unfinished.includes(demo.workspaceId)) return;
    let { workspaceId } = demo;
    if (await hasContent(database, workspaceId)) {
      report('Demo shop: the last fill did not end. It is repeated.');
      const created = await createDemoShop(database, keyPepper, owner.email);
      writeCredentials(dataDir, { ...credentials, demo: created });
      for (const id of unfinished) await removeDemoShop(database, id);
      ({ workspaceId } = created);
    }
    report('Demo shop: filling it with 90 days of examples in the background ...');
    await fillDemoShop({ databaseUrl, keyPepper, workspaceId, report, stopping });
  } catch (error) {
    if (stopping.aborted) return;
    report(`The Demo shop could not be prepared: ${error instanceof Error ? error.message : String(error)}`);
    report('The service is not affected. Start it again to repeat this.');
  } finally {
    await database.destroy();
  }
}

async function hasContent(database: Database, workspaceId: string): Promise<boolean> {
  return (await database('audit_entries').where({ workspace_id: workspaceId }).first('id')) !== undefined;
}
