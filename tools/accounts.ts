import { parseArgs } from 'node:util';
import { loadMigrateSettings, SettingsError } from '../config';
import { connect } from '../db/connection/pool';
import { AppError } from '../domain/errors';
import { removeTotp } from '../operations/accounts/totp';

/**
 * `npm run accounts -- remove-totp --email ada@acme.example`: turns two-step verification off for a person who lost the
 * authenticator app and the recovery codes.
 */

const usage =
  'Usage: npm run accounts -- remove-totp --email ada@acme.example    turns off two-step verification of a person';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { email: { type: 'string' } } });
  const email = values.email?.trim().toLowerCase();
  if (positionals.join(' ') !== 'remove-totp' || email === undefined) throw new SettingsError(usage);
  const { DATABASE_URL: url } = loadMigrateSettings(process.env);
  const database = connect({ url, poolSize: 1, applicationName: 'apex-accounts' });
  try {
    const wasOn = await removeTotp({ database }, email);
    console.log(
      wasOn
        ? `Two-step verification of ${email} is off. The password signs in again.`
        : `Two-step verification of ${email} was not on. Nothing was changed.`,
    );
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof AppError ? error.message : error);
  process.exitCode = 1;
});
