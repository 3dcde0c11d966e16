import type { Actor } from '../../domain/accounts/actor';
import type { ReferrerRules } from '../../domain/analytics/referrers';
import type { Database } from '../../db/connection/pool';

/** The Demo shop's workspace while it is filled. */
export interface Shop {
  database: Database;
  keyPepper: string;
  workspaceId: string;
  /** The owner, who did everything in the shop. */
  actor: Actor;
  /** The id of the server key. */
  keyId: string;
  /** The end of the history. */
  now: Date;
  referrerRules: ReferrerRules;
}
