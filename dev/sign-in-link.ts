import { systemClock } from '../context/create-context';
import { parseArgs } from 'node:util';
import { connect } from '../db/connection/pool';
import { isLoopbackHost, signInLinkMinutes, signInLinkUrl } from '../domain/accounts/sign-in-link';
import { createSignInLink } from '../operations/accounts/sign-in-links';
import { type Credentials, readCredentials } from './credentials';

/**
 * `npm run --silent sign-in-link`: prints a link that signs in to a running `npm start` once, on this machine. With
 * `-- --email ada@acme.example`, it signs in another member than the owner.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } });
  const folder = process.env['DATA_DIR'] || '.data';
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    throw new Error(`${folder} has no credentials.json. Run "npm start" first, or set DATA_DIR to its data folder.`);
  }
  const email = (values.email ?? credentials.owner.email).trim().toLowerCase();
  const database = connect({ url: credentials.databaseUrl, poolSize: 1, applicationName: 'apex-sign-in' });
  try {
    console.log(
      signInLinkUrl(localUrlOf(credentials), await createSignInLink({ database, clock: systemClock }, email)),
    );
    console.error(`Signs in ${email} once, within ${signInLinkMinutes} minutes, on this machine.`);
  } finally {
    await database.destroy();
  }
}

/** Returns the API's address on this machine. The public address may be another machine's. */
function localUrlOf({ baseUrl }: Credentials): string {
  return isLoopbackHost(new URL(baseUrl).hostname) ? baseUrl : `http://127.0.0.1:${process.env['PORT'] || 3000}`;
}

main().catch((error: unknown) => {
  console.error(reasonOf(error));
  process.exitCode = 1;
});

function reasonOf(error: unknown): string {
  if ((error as { code?: string }).code === 'ECONNREFUSED')
    return 'PostgreSQL does not respond. Run "npm start" first.';
  return error instanceof Error ? error.message : String(error);
}
