import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { writeCredentials } from '../../dev/credentials';
import { entryArguments } from '../support/run-entry';
import { temporaryFolder } from './temporary-folder';

const root = temporaryFolder();
const repository = path.resolve(__dirname, '../..');

const run = (dataDir: string) =>
  spawnSync(process.execPath, entryArguments('dev/credentials-env.ts'), {
    cwd: repository,
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  });

test('a shell that evaluates the output has the addresses and keys', () => {
  const folder = mkdtempSync(path.join(root, 'data-'));
  writeCredentials(folder, {
    workspaceId: 'wsp_1',
    workspaceKey: 'svc_pk_a',
    serverKey: "svc_sk_'b $(exit 1)",
    userKey: 'svc_uk_c',
    transactionalKey: 'svc_tx_d',
    owner: { email: 'owner@example.com', password: 'secret' },
    baseUrl: 'http://127.0.0.1:3000',
    syncApiKey: 'sync',
    temporalUiUrl: 'http://127.0.0.1:8233',
    temporalAddress: '127.0.0.1:7233',
    databaseUrl: 'postgres://apex@127.0.0.1/apex',
    mailUrl: null,
  });
  const { stdout, status } = run(folder);
  expect(status).toBe(0);
  const shell = spawnSync(
    'bash',
    [
      '-c',
      'eval "$1"; printf "%s\\n" "$API" "$KEY" "$SERVER_KEY" "$TX_KEY" "$MAIL" "$TEMPORAL_UI"; env | grep -c "^API="',
      'bash',
      stdout,
    ],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  );
  expect(shell.stdout.split('\n')).toEqual([
    'http://127.0.0.1:3000',
    'svc_pk_a',
    "svc_sk_'b $(exit 1)",
    'svc_tx_d',
    '',
    'http://127.0.0.1:8233',
    '1',
    '',
  ]);
});

test('without a started service it says what to do', () => {
  const folder = path.join(root, 'none');
  const { stderr, stdout, status } = run(folder);
  expect([stdout, status]).toEqual(['', 1]);
  expect(stderr).toContain('Run "npm start" first');
});
