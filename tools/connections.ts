import { systemRandom } from '../context/create-context';
import { loadConnectionsSettings, SettingsError } from '../config';
import { connect } from '../db/connection/pool';
import { readCredentialsKeys } from '../domain/connections/credentials-box';
import { rotateCredentials } from '../operations/connections/rotate-credentials';

/** `npm run connections -- rotate`: encrypts the credentials of connections with the first key of CREDENTIALS_KEYS. */

const usage =
  'Usage: npm run connections -- rotate    encrypts all credentials and secrets with the first key of CREDENTIALS_KEYS';

async function main(): Promise<void> {
  if (process.argv.slice(2).join(' ') !== 'rotate') throw new SettingsError(usage);
  const settings = loadConnectionsSettings(process.env);
  const credentialsKeys = readCredentialsKeys(settings.CREDENTIALS_KEYS);
  const database = connect({ url: settings.DATABASE_URL, poolSize: 2, applicationName: 'apex-connections' });
  try {
    const context = { database, random: systemRandom, settings: { credentialsKeys } };
    const { rotated, unopened } = await rotateCredentials(context);
    console.log(`Encrypted ${rotated} with the key "${credentialsKeys[0]?.id ?? ''}".`);
    if (unopened.length === 0) return;
    console.error(
      `${unopened.length} could not be decrypted. Add their keys to CREDENTIALS_KEYS: ${unopened.join(', ')}`,
    );
    process.exitCode = 1;
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
