import { loadMigrateSettings, SettingsError } from '../config';
import { migrate, MigrationLockedError, UnsupportedSchemaError } from '../db/migrate';

async function main(): Promise<void> {
  const settings = loadMigrateSettings(process.env);
  await migrate(settings.DATABASE_URL, { report: (line) => console.warn(line) });
  console.log('The database schema is up to date.');
}

const isExpected = (error: unknown): error is Error =>
  error instanceof SettingsError || error instanceof MigrationLockedError || error instanceof UnsupportedSchemaError;

main().catch((error: unknown) => {
  console.error(isExpected(error) ? error.message : error);
  process.exitCode = 1;
});
