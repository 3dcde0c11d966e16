import type { Database } from '../../db/connection/pool';
import { isSuppressed } from '../../db/email/suppressions';
import type { EndUser } from '../../db/end-users/end-users';
import { decideSend } from '../../domain/journeys/steps/send/rules';

type Circumstances = Parameters<typeof decideSend>[0];

/** Decides whether a person gets a message, as {@link decideSend}, from their consent and the suppressions. */
export async function decideRecipient(
  database: Database,
  workspaceId: string,
  person: EndUser | null,
  limits: Pick<Circumstances, 'quietHours' | 'now' | 'frequencyCap' | 'recentSends'>,
): Promise<ReturnType<typeof decideSend>> {
  const email = person?.email ?? null;
  return decideSend({
    ...limits,
    person,
    hasConsent: person?.consent.marketing === true,
    isSuppressed: email !== null && (await isSuppressed(database, workspaceId, email)),
  });
}
