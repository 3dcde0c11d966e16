import { findFirstWorkspaceId, findUser } from '../../db/accounts/accounts';
import { queueNotice } from '../../db/notices/notices';
import { insertPasswordReset } from '../../db/accounts/password-resets';
import type { Context } from '../ports';

const linkMinutes = 60;

/** Mails a link to the account of an address, if there is one. */
export async function requestPasswordReset(
  { database }: Pick<Context, 'database'>,
  email: string,
  now: Date,
): Promise<void> {
  const user = await findUser(database, { email });
  const workspaceId = user === null ? null : await findFirstWorkspaceId(database, user.id);
  if (user === null || workspaceId === null) return;
  const expiresAt = new Date(now.getTime() + linkMinutes * 60_000);
  await database.transaction(async (transaction) => {
    const resetId = await insertPasswordReset(transaction, user, expiresAt);
    await queueNotice(transaction, workspaceId, { template: 'password-reset', resetId });
  });
}
