import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildConsole } from '../../dev/console';
import { formatInvitationToken } from '../../domain/accounts/invitation-token';
import { formatUnsubscribeToken } from '../../domain/email/unsubscribe';
import { accessTable, type Access } from '../api/access/access-table';
import { createCommunication, createSubject, publishJourney, trackEvent } from '../support/journeys';
import { setting, signIn } from '../support/members';
import { startProcess, type StartedProcess } from '../support/process';
import { installSchemathesis, whyNoSchemathesis } from '../support/schemathesis';
import { useWorld } from '../support/world';

/**
 * Sends valid and invalid requests generated from the service's OpenAPI document. No response may be a server error,
 * have an undocumented status or content type, or break the schema of its body or headers. The seed is fixed, so that a
 * commit passes everywhere or nowhere. `SCHEMATHESIS_SEED=random` tries other requests, and a number repeats such a
 * run.
 */

const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_headers_conformance',
  'response_schema_conformance',
];
const EXAMPLES = 40;
const RUN_MS = 15 * 60_000;
const INSTALL_MS = 5 * 60_000;

const reason = whyNoSchemathesis();
const { SCHEMATHESIS_SEED: wantedSeed = '222267508' } = process.env;
const seed = wantedSeed === 'random' ? randomInt(1, 1_000_000_000) : Number(wantedSeed);

let processes: StartedProcess[] = [];
let baseUrl: string;
let folder: string;
let session: Record<string, string>;

afterAll(() => Promise.all(processes.map((one) => one.stop())));

const world = useWorld();

beforeAll(async () => {
  if (reason !== null) return;
  await buildConsole({ report: () => undefined });
  folder = mkdtempSync(path.join(tmpdir(), 'apex-schemathesis-'));
  const env = { ...world.environment, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
  processes = await Promise.all([
    startProcess({ entry: 'api/server.ts', env }),
    startProcess({ entry: 'worker/main.ts', env }),
  ]);
  baseUrl = `http://127.0.0.1:${String(processes[0]!.ready['port'])}`;
  // Sign in before the runs, because they use up the sign-in limit of this address.
  session = { cookie: await signIn(world, world.demo.owner), origin: baseUrl };
  await keepCredentials();
  writeFileSync(path.join(folder, 'hooks.py'), hooksFor(world.demo.workspaceKey));
  writeFileSync(
    path.join(folder, 'schemathesis.toml'),
    `hooks = "hooks.py"
${settingsFor(await createRecords())}`,
  );
  console.log(`Schemathesis with SCHEMATHESIS_SEED=${seed}`);
});

afterAll(() => {
  if (reason !== null) return;
  rmSync(folder, { recursive: true, force: true });
});

/** The run revokes keys and ends sessions. Its own credentials must survive. */
async function keepCredentials(): Promise<void> {
  await world.database.raw(`
    create function keep() returns trigger language plpgsql as $$ begin new.revoked_at = null; return new; end $$;
    create trigger keep before update on api_keys for each row when (old.name like '% key') execute function keep();
    create trigger keep before update on sessions for each row execute function keep();
  `);
}

/** Where to use known values: a path prefix, a parameter, and values for it. */
type Known = [path: string, parameter: string, values: string[]];

/** Creates a record of each kind. @returns their ids */
async function createRecords(): Promise<Known[]> {
  const { api, demo } = world;
  const { workspaceId } = demo;
  const communication = await createCommunication(world, 'Hello');
  const journey = await publishJourney(world, [
    { id: 'hello', kind: 'send', communicationId: communication, next: 'end' },
    { id: 'end', kind: 'exit' },
  ]);
  const draft = await api.post('/api/journeys', { name: 'Draft' });
  const { id: endUserId, visitorId } = await createSubject(world);
  await trackEvent(world, journey.eventName, visitorId);
  const { id: invitationId } = (await api.post('/api/members', { email: 'invited@example.com' })).body;
  const { id: memberId } = (await api.get('/api/members')).body.data[1];
  const { id: keyId } = (await world.ownerApi.post('/api/keys', { name: 'Extra' })).body;
  const { id: sendKeyId } = (await api.post('/api/transactional-api-keys', { name: 'Extra' })).body;
  const linkSecret = setting(world, 'LINK_SECRET');
  return [
    ['/api/journeys/', 'path.id', [journey.id, draft.body.id]],
    ['/api/communications/', 'path.id', [communication]],
    ['/api/end-users/', 'path.id', [endUserId]],
    ['/api/members/', 'path.id', [memberId, invitationId]],
    ['/api/members/accept', 'body.token', [formatInvitationToken(linkSecret, { workspaceId, invitationId })]],
    ['/api/keys/', 'path.id', [keyId]],
    ['/api/transactional-api-keys/', 'path.keyId', [sendKeyId]],
    ['/api/identity', 'body.leadId', [endUserId]],
    ['/u/', 'path.token', [formatUnsubscribeToken(linkSecret, { workspaceId, endUserId })]],
  ];
}

/**
 * Sets this workspace's key in event bodies, because they would all be 401 otherwise. The body is a union, which the
 * settings cannot reach into.
 */
const hooksFor = (workspaceKey: string): string => `
import schemathesis

@schemathesis.hook
def map_body(context, body):
    if isinstance(body, dict) and isinstance(body.get("workspaceKey"), str):
        body["workspaceKey"] = "${workspaceKey}"
    return body
`;

/** Uses known values in half of the requests. */
const settingsFor = (known: Known[]): string =>
  known
    .map(
      ([start, parameter, values], index) => `
[dictionaries.known${index}]
values = ${JSON.stringify(values)}
[[operations]]
include-path-regex = "^${start}"
parameters = { "${parameter}" = { dictionary = "known${index}", probability = 0.5 } }
`,
    )
    .join('');

/** Runs Schemathesis and fails with its report if it finds a problem. @returns the number of requests */
async function run(headers: Record<string, string>, filters: string[]): Promise<number> {
  const { code, output } = await execute(await installSchemathesis(), [
    ...['run', `${baseUrl}/api/openapi.json`, '--url', baseUrl, ...filters],
    ...Object.entries(headers).flatMap(([name, value]) => ['--header', `${name}: ${value}`]),
    // Otherwise Schemathesis adds a second, invalid credential that conflicts with the first. test/api/access tests
    // invalid ones.
    ...['--generation-with-security-parameters', 'false'],
    ...['--checks', CHECKS.join(','), '--warnings', 'off', '--continue-on-failure'],
    ...['--max-examples', String(EXAMPLES), '--seed', String(seed), '--generation-database', 'none'],
    ...['--workers', '2', '--request-timeout', '10', '--no-color'],
  ]);
  if (code !== 0) throw new Error(`Schemathesis (seed ${seed}) ended with ${code}:\n${output.slice(-20_000)}`);
  return Number(/(\d+) generated/.exec(output)?.[1]);
}

function execute(command: string, args: string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    // Schemathesis reads settings and cached examples from the working folder. A separate folder makes the result
    // depend on the seed only.
    const child = spawn(command, args, { cwd: folder, timeout: RUN_MS, killSignal: 'SIGKILL' });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const operationsFor = (wanted: Access): string[] =>
  Object.entries(accessTable)
    // A stream of events does not end.
    .filter(([name, access]) => access === wanted && name !== 'GET /api/events/live')
    .map(([name]) => name);

const onlyThese = (names: string[]): string[] => names.flatMap((name) => ['--include-name', name]);

const isGood = async (path: string, headers: Record<string, string>): Promise<boolean> =>
  (await fetch(baseUrl + path, { headers })).status === 200;

// Needs python3 with pip.
const testOrSkip = reason === null ? test : test.skip;
const note = reason === null ? '' : ` (skipped: ${reason})`;

testOrSkip(
  `every operation answers a server key as its document says${note}`,
  async () => {
    const headers = { 'x-api-key': world.demo.serverKey };
    expect(await run(headers, [])).toBeGreaterThan(1_000);
    // Checks that the key was valid until the end.
    expect(await isGood('/api/workspace', headers)).toBe(true);
  },
  RUN_MS + INSTALL_MS,
);

testOrSkip(
  `operations for a session answer one as their document says${note}`,
  async () => {
    expect(await run(session, onlyThese(operationsFor('session')))).toBeGreaterThan(20);
    expect(await isGood('/api/session', session)).toBe(true);
  },
  RUN_MS,
);
