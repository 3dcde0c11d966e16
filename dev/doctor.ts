import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { readCredentials } from './credentials';

/**
 * `npm run doctor`: runs tools/doctor.ts. Without `DATABASE_URL`, it checks the service that `npm start` runs in its
 * folder.
 */
function main(): number {
  const given = process.argv.slice(2);
  const isSet = (name: string): boolean => (process.env[name] ?? '') !== '';
  if (isSet('DATABASE_URL')) return runDoctor(given, process.env);
  const folder = isSet('DATA_DIR') ? process.env['DATA_DIR']! : '.data';
  const credentials = readCredentials(folder);
  if (credentials === undefined) {
    console.error(
      `DATABASE_URL is not set, and ${folder} has no service of npm start. ` +
        'Set the settings of the service (docs/SETTINGS.md), or DATA_DIR.',
    );
    return 2;
  }
  const embedded = {
    DATABASE_URL: credentials.databaseUrl,
    TEMPORAL_ADDRESS: credentials.temporalAddress,
    SES_ENDPOINT: credentials.mailUrl ?? 'aws',
    PUBLIC_URL: credentials.baseUrl,
  };
  // Later options win, so given options override these.
  return runDoctor(['--data', folder, ...given], { ...process.env, ...embedded });
}

function runDoctor(words: readonly string[], env: NodeJS.ProcessEnv): number {
  const entry = path.join(__dirname, '..', 'tools', 'doctor.ts');
  return spawnSync(process.execPath, [...process.execArgv, entry, ...words], { env, stdio: 'inherit' }).status ?? 1;
}

process.exitCode = main();
