import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { systemClock } from '../context/create-context';
import { passwords } from '../context/passwords';
import { printedLog } from './printed-log';
import { loadWorkspaceSettings, SettingsError, type WorkspaceCommandSettings } from '../config';
import { connect, type Database } from '../db/connection/pool';
import { plans, type PlanName } from '../domain/accounts/plans';
import { workspaceName } from '../domain/accounts/schemas';
import { emailAddress } from '../domain/email/schemas';
import { AppError } from '../domain/errors';
import { changePlan, pauseWorkspace, resumeWorkspace } from '../operations/workspaces/workspaces';
import { createFirstWorkspace, createWorkspace } from '../operations/workspaces/create-workspace';
import { moveWorkspace } from '../operations/workspaces/move-workspace';
import { removeWorkspace } from '../operations/workspaces/delete-workspace';

/**
 * `npm run workspace -- create --name "Acme" --email owner@acme.example`: creates a workspace with its first owner and
 * a server key. With `--first`, does so only if the database has no workspace.
 * `npm run workspace -- plan --id wsp_… --plan growth`: changes the plan.
 * `npm run workspace -- pause|resume|move|remove --id wsp_…`: moves a workspace to another database.
 */

const planNames = plans.join('|');
const usage = [
  `Usage: npm run workspace -- create --name "Acme" --email owner@acme.example [--plan ${planNames}] [--first]`,
  `plan --id wsp_… --plan ${planNames}`,
  'pause --id wsp_…',
  'resume --id wsp_…',
  'move --id wsp_… [--settle <seconds>]     from DATABASE_URL to TARGET_DATABASE_URL',
  'remove --id wsp_…     delete all data of a paused workspace',
].join('\n       npm run workspace -- ');

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  id: { type: 'string' },
  plan: { type: 'string' },
  settle: { type: 'string' },
  first: { type: 'boolean' },
} as const;

type Values = Partial<Record<Exclude<keyof typeof options, 'first'>, string> & { first: boolean }>;
type Command = (database: Database, settings: WorkspaceCommandSettings) => Promise<void>;

/** @throws SettingsError if the command is incomplete or unknown */
function commandOf(name: string | undefined, values: Values): Command {
  const plan = plans.find((one) => one === (values.plan ?? (name === 'create' ? 'free' : undefined)));
  const { id } = values;
  if (name === 'create' && plan !== undefined) return createCommand(values, plan);
  if (name === 'plan' && plan !== undefined && id !== undefined) return planCommand(id, plan);
  const byId = name === undefined || !Object.hasOwn(commands, name) ? undefined : commands[name];
  if (byId === undefined || id === undefined || values.plan !== undefined) throw new SettingsError(usage);
  return byId(id, values);
}

const print = (result: object): void => console.log(JSON.stringify(result, null, 2));
const report = (line: string): void => console.error(line);

function planCommand(id: string, plan: PlanName): Command {
  return async (database) => {
    const workspace = await changePlan({ database }, id, plan);
    print({ workspaceId: id, plan: workspace.plan });
  };
}

/** Commands that only need a workspace id. */
const commands: Readonly<Record<string, (id: string, values: Values) => Command>> = {
  pause: (workspaceId) => async (database) => {
    print({ workspaceId, pausedAt: await pauseWorkspace({ database }, workspaceId) });
  },
  resume: (workspaceId) => async (database) => {
    await resumeWorkspace({ database }, workspaceId);
    print({ workspaceId, pausedAt: null });
  },
  move: moveCommand,
  remove: (workspaceId) => async (database) => {
    print({ workspaceId, removedRows: await removeWorkspace({ database }, workspaceId) });
  },
};

function moveCommand(workspaceId: string, { settle }: Values): Command {
  const settleMs = settle === undefined ? undefined : Number(settle) * 1_000;
  if (settleMs !== undefined && !(settleMs >= 0))
    throw new SettingsError('--settle must be a number of seconds, 0 or more.');
  return async (source, { TARGET_DATABASE_URL: url }) => {
    if (url === undefined) throw new SettingsError('Set TARGET_DATABASE_URL to the database to move to.');
    const target = open(url);
    try {
      const move = { workspaceId, ...(settleMs !== undefined && { settleMs }) };
      const counts = await moveWorkspace({ source, target, log: printedLog(report), clock: systemClock }, move);
      const rows = Object.fromEntries([...counts].filter(([, count]) => count > 0));
      print({ workspaceId, rows, total: Object.values(rows).reduce((sum, count) => sum + count, 0) });
      report(
        'Both databases have the same row counts. Route the workspace to the target, and run npm run workspace -- resume there.',
      );
    } finally {
      await target.destroy();
    }
  };
}

function createCommand(values: Values, plan: PlanName): Command {
  const [name, email] = [workspaceName.safeParse(values.name), emailAddress.safeParse(values.email)];
  if (values.name === undefined || !email.success) throw new SettingsError(usage);
  if (!name.success) throw new SettingsError(`--name ${name.error.issues[0]?.message ?? 'is not valid'}`);
  return async (database, { KEY_PEPPER: keyPepper }) => {
    const password = randomBytes(18).toString('base64url');
    const owner = { email: email.data, name: null, passwordHash: await passwords.hash(password) };
    const keys = [{ kind: 'secret', name: 'First server key' }] as const;
    const wanted = { name: name.data, plan, owner, keys, mintedByOwner: false };
    const create = values.first === true ? createFirstWorkspace : createWorkspace;
    const created = await create({ database, settings: { keyPepper } }, wanted);
    if (created === null) return report('The database already has a workspace. Nothing was created.');
    const { workspaceId, workspaceKey, isNewAccount, rawKeys } = created;
    // If the email address already has an account, its owner keeps the existing password, so none is shown.
    const shown = { email: email.data, password: isNewAccount ? password : undefined };
    print({ workspaceId, workspaceKey, serverKey: rawKeys[0], owner: shown });
    report('Save the password and the key. They are not shown again.');
  };
}

/** Disables the statement timeout: one statement may read all data of a workspace. */
const open = (url: string): Database =>
  connect({ url, poolSize: 2, applicationName: 'apex-workspace', statementTimeoutMs: 0 });

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const run = commandOf(positionals[0], values);
  const settings = loadWorkspaceSettings(process.env);
  const database = open(settings.DATABASE_URL);
  try {
    await run(database, settings);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof AppError ? error.message : error);
  process.exitCode = 1;
});
