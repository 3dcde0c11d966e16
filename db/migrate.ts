import { fillReferences, type CostlyCommunication } from './communication-references';
import { connect } from './connection';
import { migrations } from './migrations/list';

const lockKey = 4_927_318_604;

/**
 * Brings a database to the newest schema and makes the event partitions of the months around now.
 * Safe to run from several processes at once: they take turns by an advisory lock, which dies with its session, and the later
 * ones find nothing left to do. Each migration is one transaction; what is filled in afterwards is written row by row.
 * @returns communications of before that are too costly: they keep working, within the limits of a rendering
 */
export async function migrate(databaseUrl: string): Promise<CostlyCommunication[]> {
  const database = connect({ url: databaseUrl, poolSize: 3, applicationName: 'apex-migrate', statementTimeoutMs: 0 });
  try {
    return await database.transaction(async (turn) => {
      await turn.raw('select pg_advisory_xact_lock(?)', [lockKey]);
      // Knex's own lock row outlives a killed process; ours is held, so nobody else can be inside.
      if (await database.schema.hasTable('knex_migrations_lock'))
        await database.migrate.forceFreeMigrationsLock(config);
      await database.migrate.latest(config);
      await database.raw(
        `select ensure_event_partitions((now() - interval '2 months')::date, (now() + interval '3 months')::date)`,
      );
      return fillReferences(database);
    });
  } finally {
    await database.destroy();
  }
}

const config = {
  migrationSource: {
    getMigrations: () => Promise.resolve([...migrations]),
    getMigrationName: (entry: (typeof migrations)[number]) => entry.name,
    getMigration: (entry: (typeof migrations)[number]) => Promise.resolve(entry.migration),
  },
};
