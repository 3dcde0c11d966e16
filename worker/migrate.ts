import { loadMigrateSettings, SettingsError } from '../config';
import { migrate, MigrationLockedError } from '../db/migrate';

async function main(): Promise<void> {
  const settings = loadMigrateSettings(process.env);
  const costly = await migrate(settings.DATABASE_URL, { report: (line) => console.warn(line) });
  console.log('The database has the newest schema.');
  for (const { workspaceId, id, problem } of costly) {
    console.warn(
      `Communication ${id} of workspace ${workspaceId} keeps working, and has to be made simpler: ${problem}`,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof MigrationLockedError ? error.message : error);
  process.exitCode = 1;
});
