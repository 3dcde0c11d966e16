import { parseArgs } from 'node:util';
import { Client } from '@temporalio/client';
import { loadJourneysSettings, SettingsError } from '../config';
import { connect } from '../db/connection/pool';
import { findWorkspace } from '../db/workspaces/workspaces';
import { connectTemporal } from '../temporal/client-connection';
import { dataConverterOf } from '../temporal/payload-codec';
import { TemporalConnectError } from '../temporal/connect-error';
import { reconcileAll } from '../operations/journeys/reconcile-executions';
import { createWorkflows } from '../worker/workflow-client';
import { printedLog } from './printed-log';

/**
 * `npm run journeys -- reconcile`: compares running executions with Temporal immediately, without waiting for the
 * next round.
 */

const usage = `Usage:
  npm run journeys -- reconcile [--workspace wsp_…]    compare running executions with Temporal and fix differences`;

async function main(): Promise<void> {
  const { positionals, values } = readArguments();
  if (positionals.length !== 1 || positionals[0] !== 'reconcile') throw new SettingsError(usage);
  const settings = loadJourneysSettings(process.env);
  const database = connect({ url: settings.DATABASE_URL, poolSize: 4, applicationName: 'apex-journeys' });
  try {
    const { workspace } = values;
    if (workspace !== undefined && (await findWorkspace(database, workspace)) === null) {
      throw new SettingsError(`Workspace ${workspace} does not exist.`);
    }
    const connection = await connectTemporal(settings);
    try {
      const client = new Client({
        connection,
        namespace: settings.TEMPORAL_NAMESPACE,
        ...dataConverterOf(settings),
      });
      const workflows = createWorkflows(client, settings.TEMPORAL_NAMESPACE);
      const log = printedLog((line) => console.log(`  ${line}`));
      const counts = await reconcileAll({ database, workflows, log }, workspace);
      console.log(`${counts.checked} compared, ${counts.restarted} restarted, ${counts.ended} ended.`);
    } finally {
      await connection.close();
    }
  } finally {
    await database.destroy();
  }
}

/** @throws SettingsError with the usage if an option is unknown */
function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { workspace: { type: 'string' } } });
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n${usage}`);
  }
}

main().catch((error: unknown) => {
  const isOneLine = error instanceof SettingsError || error instanceof TemporalConnectError;
  console.error(isOneLine ? error.message : error);
  process.exitCode = 1;
});
