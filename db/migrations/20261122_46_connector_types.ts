import type { Knex } from 'knex';

/** The types of connections are listed where their shapes are: `connectorTypes` in domain/connections/schemas.ts. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter table ad_connections drop constraint ad_connections_connector_type_check');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `alter table ad_connections add constraint ad_connections_connector_type_check
       check (connector_type in ('google_ads', 'meta_ads', 'linkedin_ads'))`,
  );
}
