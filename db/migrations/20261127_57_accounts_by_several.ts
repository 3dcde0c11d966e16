import type { Knex } from 'knex';

/** Several connections of one account, as while one takes over from another. Figures are kept by account, and count once. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ad_connections drop constraint ad_connections_workspace_id_connector_type_account_id_key;
  `);
}

/** Refused while an account has several. */
export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table ad_connections add constraint ad_connections_workspace_id_connector_type_account_id_key
      unique (workspace_id, connector_type, account_id);
  `);
}
