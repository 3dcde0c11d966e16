import { DatabaseUnavailableError } from '../../../db/connection/errors';
import { allowLongStatements } from '../../../db/connection/statement-limits';
import { useDatabase } from '../../support/database';

/** Exceeds the statement timeout of the pool and the time the connection waits for an unresponsive server. */
const long = 'select pg_sleep(2.5)';

const database = useDatabase({ poolSize: 1, statementTimeoutMs: 200 });

test('a transaction with allowLongStatements completes a statement above the timeout', async () => {
  const completed = await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await transaction.raw(long);
    return true;
  });
  expect(completed).toBe(true);
});

test.each(['commit', 'rollback'])('the permission ends with the transaction: %s', async (end) => {
  const ended = database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    if (end === 'rollback') throw new Error('on purpose');
  });
  if (end === 'rollback') await expect(ended).rejects.toThrow('on purpose');
  else await ended;
  await expect(database.raw(long)).rejects.toMatchObject({ code: '57014' });
  await database.raw('set statement_timeout = 0');
  await expect(database.raw(long)).rejects.toThrow(DatabaseUnavailableError);
});
