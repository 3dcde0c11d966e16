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

/** `npm run doctor`: looks at a running installation, changes nothing, and says what to do. */

const usage = `Usage:
  npm run doctor [-- OPTIONS]    with the settings of the service; without them, the service of npm start

  --data DIR          the folder whose disk is looked at, where PostgreSQL is on this machine
  --backups DIR       the folder of backups; its newest file tells when the last one was made
  --backup-hours N    how old that may be; 26 unless given
  --json              prints findings as JSON

Ends with 1 when there is a problem, with 2 when it could not begin.`;

async function main(): Promise<void> {
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

/** @throws SettingsError with the usage on options that there are not */
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
    if (!(backupHours > 0)) throw new Error('--backup-hours must be a number above 0.');
    return { ...values, backupHours };
  } catch (error) {
    throw new SettingsError(`${(error as Error).message}\n${usage}`);
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 2;
});
