import { createHmac } from 'node:crypto';
import { Client } from 'pg';

/** Login of a server's superuser. */
export interface AdminLogin {
  host: string;
  port: number;
  user: string;
  password: string;
}

/** The role of the service, and the database that it owns. */
export interface ServiceAccount {
  role: string;
  password: string;
  database: string;
}

/**
 * Derives the service's password from the superuser's with a one-way hash, so that the service's URL does not reveal
 * the superuser's password.
 */
export const servicePassword = (adminPassword: string): string =>
  createHmac('sha256', adminPassword).update('the password of the role of the service').digest('base64url');

/**
 * Ensures that an ordinary role and its database exist, and gives the role all objects that the superuser created
 * there. Safe to repeat. Does nothing on a replica, which gets both from its primary.
 */
export async function prepareServiceAccount(admin: AdminLogin, account: ServiceAccount): Promise<void> {
  const isPrimary = await onDatabase(admin, 'postgres', async (client) => {
    const { rows } = await client.query<{ isReplica: boolean }>('select pg_is_in_recovery() as "isReplica"');
    if (rows[0]?.isReplica !== false) return false;
    await prepareRole(client, account);
    await prepareDatabase(client, account);
    return true;
  });
  if (isPrimary) await onDatabase(admin, account.database, (client) => giveObjects(client, account.role));
}

async function onDatabase<Result>(
  admin: AdminLogin,
  database: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ ...admin, database, connectionTimeoutMillis: 30_000 });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await run(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Creates or updates the role. It may read the statistics of all sessions, because erasures and the doctor look for old
 * transactions.
 */
async function prepareRole(client: Client, { role, password }: ServiceAccount): Promise<void> {
  const name = client.escapeIdentifier(role);
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  await client.query(
    `${rowCount === 0 ? 'create' : 'alter'} role ${name} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls
       password ${client.escapeLiteral(password)}`,
  );
  await client.query(`grant pg_read_all_stats to ${name}`);
}

async function prepareDatabase(client: Client, { role, database }: ServiceAccount): Promise<void> {
  const [name, owner] = [client.escapeIdentifier(database), client.escapeIdentifier(role)];
  const { rows } = await client.query<{ owner: string }>(
    'select pg_get_userbyid(datdba) as owner from pg_database where datname = $1',
    [database],
  );
  if (rows[0] === undefined) await client.query(`create database ${name} owner ${owner}`);
  else if (rows[0].owner !== role) await client.query(`alter database ${name} owner to ${owner}`);
}

/**
 * Objects of the superuser, except those of the system and of extensions. `reassign owned` refuses the first superuser,
 * because the system needs its objects. Sequences of columns, indexes and row types follow their tables.
 */
const ownedObjects = `
  with objects as (
    select 'pg_class'::regclass as catalog, c.oid, c.relnamespace as namespace, 'table' as kind, c.oid::regclass::text as name
      from pg_class c
     where c.relowner = current_user::regrole and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and c.relkind = 'S'
                                                 and d.deptype in ('a', 'i'))
    union all
    select 'pg_proc'::regclass, p.oid, p.pronamespace, 'routine', p.oid::regprocedure::text
      from pg_proc p where p.proowner = current_user::regrole
    union all
    select 'pg_type'::regclass, t.oid, t.typnamespace, 'type', t.oid::regtype::text
      from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typowner = current_user::regrole and (t.typtype in ('d', 'e', 'r') or c.relkind = 'c')
    union all
    select 'pg_statistic_ext'::regclass, s.oid, s.stxnamespace, 'statistics', format('%I.%I', n.nspname, s.stxname)
      from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace where s.stxowner = current_user::regrole
    union all
    select 'pg_namespace'::regclass, n.oid, n.oid, 'schema', quote_ident(n.nspname)
      from pg_namespace n where n.nspowner = current_user::regrole)
  select kind, name from objects join pg_namespace n on n.oid = namespace
   where n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
     and not exists (select from pg_depend e where e.classid = catalog and e.objid = objects.oid and e.deptype = 'e')`;

/** Gives the superuser's objects in a database to a role. */
async function giveObjects(client: Client, role: string): Promise<void> {
  const owner = client.escapeIdentifier(role);
  await client.query('begin');
  const { rows } = await client.query<{ kind: string; name: string }>(ownedObjects);
  for (const { kind, name } of rows) await client.query(`alter ${kind} ${name} owner to ${owner}`);
  await client.query('commit');
}
