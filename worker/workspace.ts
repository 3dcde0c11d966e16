import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../api/accounts/passwords';
import { changePlan } from '../api/workspaces/change-plan';
import { loadWorkspaceSettings, SettingsError } from '../config';
import { findUser, insertMember, insertUser } from '../db/accounts';
import { connect, newId, type Database } from '../db/connection';
import { mintKey, newWorkspaceKey } from '../db/keys';
import { insertWorkspace } from '../db/workspaces';
import { plans } from '../domain/accounts/plans';
import { workspaceName } from '../domain/accounts/schemas';
import { emailAddress } from '../domain/email/schemas';
import { AppError } from '../domain/errors';

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

function createCommand(values: Values, plan: string): Command {
  const [name, email] = [workspaceName.safeParse(values.name), emailAddress.safeParse(values.email)];
  if (values.name === undefined || !email.success) throw new SettingsError(usage);
  if (!name.success) throw new SettingsError(`--name ${name.error.issues[0]?.message ?? 'is not valid'}`);
  return async (database, keyPepper) => {
    const made = await createWorkspace(database, keyPepper, { name: name.data, plan, email: email.data });
    console.log(JSON.stringify(made, null, 2));
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

/** An address that has an account already becomes owner with its own password: none is shown then. */
async function createWorkspace(
  database: Database,
  keyPepper: string,
  { name, plan, email }: { name: string; plan: string; email: string },
) {
  const existing = await findUser(database, { email });
  const password = existing === null ? randomBytes(18).toString('base64url') : undefined;
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return database.transaction(async (transaction) => {
    const workspaceId = newId('workspace');
    const workspaceKey = newWorkspaceKey();
    await insertWorkspace(transaction, { id: workspaceId, name, publicKey: workspaceKey, plan });
    const userId = existing?.id ?? newId('user');
    if (existing === null) await insertUser(transaction, { id: userId, email, name: null, passwordHash });
    await insertMember(transaction, { workspaceId, userId, role: 'owner' });
    const first = { workspaceId, kind: 'secret', name: 'First server key', createdBy: null } as const;
    const { rawKey } = await mintKey(transaction, keyPepper, first);
    return { workspaceId, workspaceKey, serverKey: rawKey, owner: { email, password } };
  });
}

main().catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof AppError ? error.message : error);
  process.exitCode = 1;
});
