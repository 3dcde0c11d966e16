import { parseArgs } from 'node:util';
import { loadDoctorSettings, SettingsError } from '../config';
import { connect } from '../db/connection/pool';
import { readArchiveState } from '../db/installation/server-state';
import { databaseArea } from './doctor/database-area';
import { mailArea } from './doctor/mail-area';
import { createReporter, summarise } from './doctor/report';
import { runChecks } from './doctor/run-checks';
import { apiArea, storageArea } from './doctor/service-area';
import { temporalArea } from './doctor/temporal-area';

/** `npm run doctor`: checks a running installation without changing it, and prints remedies. */

const usage = `Usage:
  npm run doctor [-- OPTIONS]    uses the settings of the service, or the service of npm start if there are none

  --data DIR          folder on the disk to check, if PostgreSQL runs on this machine
  --backups DIR       folder with backups; the newest file is the last backup
  --backup-hours N    maximum age of the last backup in hours; default 26
  --json              print findings as JSON

Exits with 1 if there is a problem, and with 2 if it could not start.`;

async function main(): Promise<void> {
  // Hides warnings of libraries, such as the AWS SDK's about future Node versions. They are not about the installation.
  process.removeAllListeners('warning');
  const given = readArguments();
  const settings = loadDoctorSettings(process.env);
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = settings;
  const options = { poolSize: 2, applicationName: 'apex-doctor' };
  const database = connect({ url: directUrl ?? url, ...options });
  const pooled = directUrl === undefined ? undefined : connect({ url, directUrl, ...options });
  const replica = readUrl === undefined ? undefined : connect({ url: readUrl, ...options });
  const folders = { data: given.data, backups: given.backups, backupHours: given.backupHours };
  const areas = [
    databaseArea(database, { pooled, replica }),
    temporalArea(settings, database),
    apiArea(settings.PUBLIC_URL),
    mailArea(settings, database),
    storageArea(folders, () => readArchiveState(database)),
  ];
  const report = given.json ? () => undefined : createReporter((line) => console.log(line));
  const pools = [database, pooled, replica].filter((pool) => pool !== undefined);
  const findings = await runChecks(areas, report).finally(() => Promise.all(pools.map((pool) => pool.destroy())));
  console.log(given.json ? JSON.stringify({ findings }, null, 2) : `\n${summarise(findings)}`);
  process.exitCode = findings.some(({ state }) => state === 'problem') ? 1 : 0;
}

/** @throws SettingsError with the usage if an option is unknown */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        backups: { type: 'string' },
        'backup-hours': { type: 'string', default: '26' },
        json: { type: 'boolean', default: false },
      },
    });
    const backupHours = Number(values['backup-hours']);
    if (!(backupHours > 0)) throw new Error('--backup-hours must be a number greater than 0.');
    return { ...values, backupHours };
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n${usage}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 2;
});
