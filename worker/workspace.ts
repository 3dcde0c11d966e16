import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../api/accounts/passwords';
import { loadWorkspaceSettings, SettingsError } from '../config';
import { connect, type Database } from '../db/connection/pool';
import { plans, type PlanName } from '../domain/accounts/plans';
import { workspaceName } from '../domain/accounts/schemas';
import { emailAddress } from '../domain/email/schemas';
import { AppError } from '../domain/errors';
import { changePlan } from '../operations/workspaces/change-plan';
import { createWorkspace } from '../operations/workspaces/create-workspace';

/**
 * `npm run workspace -- create --name "Acme" --email owner@acme.example`: a workspace with its first owner and a server key.
 * `npm run workspace -- plan --id wsp_… --plan growth`: another plan.
 */

const planNames = plans.join('|');
const usage =
  `Usage: npm run workspace -- create --name "Acme" --email owner@acme.example [--plan ${planNames}]\n` +
  `       npm run workspace -- plan --id wsp_… --plan ${planNames}`;

const options = {
  name: { type: 'string' },
  email: { type: 'string' },
  id: { type: 'string' },
  plan: { type: 'string' },
} as const;

type Values = Partial<Record<keyof typeof options, string>>;
type Command = (database: Database, keyPepper: string) => Promise<void>;

/** @throws SettingsError for anything but a whole command */
function commandOf(name: string | undefined, values: Values): Command {
  const plan = plans.find((one) => one === (values.plan ?? (name === 'create' ? 'free' : undefined)));
  if (name === 'create' && plan !== undefined) return createCommand(values, plan);
  const { id } = values;
  if (name !== 'plan' || plan === undefined || id === undefined) throw new SettingsError(usage);
  return async (database) => {
    const workspace = await changePlan(database, id, plan);
    console.log(JSON.stringify({ workspaceId: id, plan: workspace.plan }, null, 2));
  };
}

function createCommand(values: Values, plan: PlanName): Command {
  const [name, email] = [workspaceName.safeParse(values.name), emailAddress.safeParse(values.email)];
  if (values.name === undefined || !email.success) throw new SettingsError(usage);
  if (!name.success) throw new SettingsError(`--name ${name.error.issues[0]?.message ?? 'is not valid'}`);
  return async (database, keyPepper) => {
    const password = randomBytes(18).toString('base64url');
    const owner = { email: email.data, name: null, passwordHash: await hashPassword(password) };
    const keys = [{ kind: 'secret', name: 'First server key' }] as const;
    const wanted = { name: name.data, plan, owner, keys, mintedByOwner: false };
    const { workspaceId, workspaceKey, isNewAccount, rawKeys } = await createWorkspace(database, keyPepper, wanted);
    // An address that has an account already becomes owner with its own password: none is shown then.
    const shown = { email: email.data, password: isNewAccount ? password : undefined };
    console.log(JSON.stringify({ workspaceId, workspaceKey, serverKey: rawKeys[0], owner: shown }, null, 2));
    console.error('Keep the password and the key: they are shown this once.');
  };
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options });
  const run = commandOf(positionals[0], values);
  const settings = loadWorkspaceSettings(process.env);
  const database = connect({ url: settings.DATABASE_URL, poolSize: 2, applicationName: 'apex-workspace' });
  try {
    await run(database, settings.KEY_PEPPER);
  } finally {
    await database.destroy();
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof AppError ? error.message : error);
  process.exitCode = 1;
});
