import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '../api/accounts/passwords';
import { loadWorkspaceSettings, SettingsError } from '../config';
import { findUser, insertMember, insertUser } from '../db/accounts';
import { connect, newId, type Database } from '../db/connection';
import { mintKey, newWorkspaceKey } from '../db/keys';
import { insertWorkspace } from '../db/workspaces';
import { plans } from '../domain/accounts/plans';
import { emailAddress } from '../domain/end-users/schemas';

/** `npm run workspace -- create --name "Acme" --email owner@acme.example`: a workspace with its first owner and a server key. */

const usage =
  'Usage: npm run workspace -- create --name "Acme" --email owner@acme.example [--plan free|starter|pro|growth|scale]';

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { name: { type: 'string' }, email: { type: 'string' }, plan: { type: 'string', default: 'free' } },
  });
  const email = emailAddress.safeParse(values.email);
  const { name, plan } = values;
  if (
    positionals[0] !== 'create' ||
    name === undefined ||
    name === '' ||
    !email.success ||
    !(plans as readonly string[]).includes(plan)
  ) {
    throw new SettingsError(usage);
  }
  const settings = loadWorkspaceSettings(process.env);
  const database = connect({ url: settings.DATABASE_URL, poolSize: 2, applicationName: 'apex-workspace' });
  try {
    const made = await createWorkspace(database, settings.KEY_PEPPER, { name, plan, email: email.data });
    console.log(JSON.stringify(made, null, 2));
    console.error('Keep the password and the key: they are shown this once.');
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
  console.error(error instanceof SettingsError ? error.message : error);
  process.exitCode = 1;
});
