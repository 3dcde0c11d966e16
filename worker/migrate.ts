import { loadMigrateSettings, SettingsError } from '../config';
import { migrate } from '../db/migrate';

async function main(): Promise<void> {
  const settings = loadMigrateSettings(process.env);
  await migrate(settings.DATABASE_URL);
  console.log('The database has the newest schema.');
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
