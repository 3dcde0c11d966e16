import type { Knex } from 'knex';

/** Keys that a server key made end with it: those of revoked keys are revoked, and those of keys that expire get that expiry. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    with recursive ended as (
      select workspace_id, id from api_keys where revoked_at is not null
      union
      select k.workspace_id, k.id from api_keys k
        join ended e on e.workspace_id = k.workspace_id and e.id = k.created_by
    )
    update api_keys k set revoked_at = now() from ended e
     where k.workspace_id = e.workspace_id and k.id = e.id and k.revoked_at is null;

    with recursive expiring as (
      select workspace_id, id, expires_at from api_keys where expires_at is not null
      union
      select k.workspace_id, k.id, least(k.expires_at, e.expires_at) from api_keys k
        join expiring e on e.workspace_id = k.workspace_id and e.id = k.created_by
    )
    update api_keys k set expires_at = e.expires_at
      from (select workspace_id, id, min(expires_at) as expires_at from expiring group by workspace_id, id) e
     where k.workspace_id = e.workspace_id and k.id = e.id and (k.expires_at is null or k.expires_at > e.expires_at);
  `);
}

/** Which keys the migration ended is not recorded. */
export function down(): Promise<void> {
  return Promise.resolve();
}
