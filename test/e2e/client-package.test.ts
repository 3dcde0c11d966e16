import { execFile } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { repositoryRoot } from '../architecture/source-files';
import { useWorld } from '../support/world';

const run = promisify(execFile);
const packages = join(repositoryRoot, 'node_modules');
const compiler = join(packages, 'typescript/bin/tsc');

const world = useWorld({ temporal: false });
/** A project with only the packed client installed. */
let project: string;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'apex-client-'));
  project = join(folder, 'project');
  await install(folder);
});

afterAll(() => rmSync(join(project, '..'), { recursive: true, force: true }));

/** Builds and packs as for a registry, and unpacks as an installation does. */
async function install(folder: string): Promise<void> {
  const source = join(folder, 'client');
  mkdirSync(source);
  for (const file of ['package.json', 'README.md', 'LICENSE']) {
    copyFileSync(join(repositoryRoot, 'client', file), join(source, file));
  }
  const configuration = join(repositoryRoot, 'client/tsconfig.build.json');
  await run(process.execPath, [compiler, '-p', configuration, '--outDir', join(source, 'dist')]);
  await run('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], { cwd: source });
  const installed = join(project, 'node_modules/@apex/client');
  mkdirSync(installed, { recursive: true });
  const packed = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  await run('tar', ['-xzf', join(folder, packed), '-C', installed, '--strip-components', '1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers']) {
    cpSync(join(packages, name), join(project, 'node_modules', name), { recursive: true });
  }
}

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a module of the project with plain Node. */
async function runModule(name: string, environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...environment };
  try {
    return { code: 0, ...(await run(process.execPath, [name], { cwd: project, env, timeout: 120_000 })) };
  } catch (error) {
    return error as Ended;
  }
}

const write = (name: string, text: string): void => writeFileSync(join(project, name), text);
const service = () => ({ API: world.apiUrl, SERVER_KEY: world.demo.serverKey });

test('the package contains the build, the license and the README', () => {
  const installed = join(project, 'node_modules/@apex/client');
  expect(readdirSync(installed).sort()).toEqual(['LICENSE', 'README.md', 'dist', 'package.json']);
  expect(readdirSync(join(installed, 'dist'))).toEqual(
    expect.arrayContaining(['index.js', 'index.d.ts', 'api-types.d.ts']),
  );
});

test('it can be imported and required', async () => {
  const names = 'ApexError, DeliveryError, createApexClient, unwrap';
  write(
    'imports.mjs',
    `import { ${names} } from '@apex/client';\nconsole.log([${names}].map((f) => typeof f).join());\n`,
  );
  write(
    'requires.cjs',
    `const { ${names} } = require('@apex/client');\nconsole.log([${names}].map((f) => typeof f).join());\n`,
  );
  for (const name of ['imports.mjs', 'requires.cjs']) {
    expect(await runModule(name)).toEqual({ code: 0, stdout: 'function,function,function,function\n', stderr: '' });
  }
});

test('its types pass in a strict project, for ES modules and CommonJS', async () => {
  mkdirSync(join(project, 'node_modules/@types'), { recursive: true });
  for (const name of ['@types/node', 'undici-types'])
    symlinkSync(join(packages, name), join(project, 'node_modules', name));
  const use = `
import { createApexClient, unwrap, type ApexError, type TrackedEvent } from '@apex/client';
const lost: [ApexError, TrackedEvent][] = [];
const apex = createApexClient({ baseUrl: 'http://127.0.0.1:1', serverKey: 'k', onError: (...loss) => lost.push(loss) });
apex.track({ type: 'order_placed', email: 'ada@example.com', data: { revenue: 1 }, timestamp: new Date() });
// @ts-expect-error it has no subject
apex.track({ type: 'order_placed' });
// @ts-expect-error a field that events do not have
apex.track({ type: 'order_placed', userId: 'u', colour: 'red' });
// @ts-expect-error the visitor is missing
void apex.api.GET('/api/identity', { params: { query: {} } });
export const leadOf = async (visitorId: string): Promise<string | null> =>
  (await unwrap(apex.api.GET('/api/identity', { params: { query: { visitorId } } }))).leadId;
`;
  write('use.mts', use);
  write('use.cts', use);
  copyFileSync(join(repositoryRoot, 'client/examples/server-events.mjs'), join(project, 'server-events.mjs'));
  const options = [
    '--strict',
    '--noEmit',
    // Skips TypeScript's own libraries, which do not depend on the client.
    '--skipDefaultLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2022',
    '--types',
    'node',
    '--checkJs',
  ];
  const result = await run(process.execPath, [compiler, ...options, 'use.mts', 'use.cts', 'server-events.mjs'], {
    cwd: project,
  }).catch((error: unknown) => error as Ended);
  expect(result.stdout).toBe('');
});

test('the example runs unchanged, twice, and its order is stored once', async () => {
  copyFileSync(join(repositoryRoot, 'client/examples/server-events.mjs'), join(project, 'server-events.mjs'));
  const first = await runModule('server-events.mjs', service());
  expect(first).toMatchObject({ code: 0, stderr: '' });
  const lead = await world.database('end_users').where({ email: 'ada@example.com' }).first();
  expect(first.stdout).toMatch(new RegExp(`^browser-1 is ${lead.id}, last seen \\d{4}-`));
  expect(await runModule('server-events.mjs', service())).toMatchObject({ code: 0, stderr: '' });
  expect(await world.database('events').where({ workspace_id: world.demo.workspaceId })).toMatchObject([
    {
      type: 'order_placed',
      visitor_id: 'browser-1',
      end_user_id: lead.id,
      message_id: 'order-1001',
      data: { orderId: 'order-1001', revenue: 49.9, currency: 'EUR' },
    },
  ]);
});

test('waiting events do not keep a process alive, a flush does', async () => {
  write(
    'away.mjs',
    `import { createApexClient } from '@apex/client';
const apex = createApexClient({ baseUrl: 'http://127.0.0.1:1', serverKey: 'k', flushIntervalMs: 600_000 });
apex.track({ type: 'lost', visitorId: 'v' });
await apex.flush({ timeoutMs: 1_500 }).catch((error) => console.log(error.name, error.failures.length));
apex.track({ type: 'lost', visitorId: 'v' });
`,
  );
  expect(await runModule('away.mjs')).toEqual({ code: 0, stdout: 'DeliveryError 1\n', stderr: '' });
});
