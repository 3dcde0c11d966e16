import { parseArgs } from 'node:util';
import { systemClock } from '../context/create-context';
import { loadWorkspaceSettings, SettingsError } from '../config';
import { connect } from '../db/connection/pool';
import { countRejectedEvents } from '../db/events/rejected-events';
import { replayRejectedEvents } from '../operations/events/replay-rejected';
import { printedLog } from './printed-log';

/**
 * `npm run events -- rejected | replay`: counts events that ingestion rejected, and replays them after the rules or the
 * data were fixed.
 */

const usage = `Usage:
  npm run events -- rejected                                  count rejected events by workspace and reason
  npm run events -- replay [--workspace wsp_…] [--dry-run]    ingest them again with the current rules`;

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { workspace: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  });
  const [command] = positionals;
  if (command !== 'rejected' && command !== 'replay') throw new SettingsError(usage);
  const settings = loadWorkspaceSettings(process.env);
  const database = connect({ url: settings.DATABASE_URL, poolSize: 2, applicationName: 'apex-events' });
  try {
    if (command === 'rejected') {
      const counts = await countRejectedEvents(database);
      if (counts.length === 0) console.log('There are no rejected events.');
      else console.table(counts);
      return;
    }
    const log = printedLog((line) => console.log(`  ${line}`));
    const context = { database, clock: systemClock, log, settings: { keyPepper: settings.KEY_PEPPER } };
    const options = { workspaceId: values.workspace ?? null, dryRun: values['dry-run'] };
    const counts = await replayRejectedEvents(context, options);
    const done = options.dryRun ? 'would be stored' : 'stored';
    console.log(`${counts.stored} ${done}, ${counts.refused} rejected again.`);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
