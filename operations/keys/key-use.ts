import { recordKeyUse } from '../../db/keys/keys';
import { collectUses, type Uses } from '../collect-uses';
import type { Context } from '../ports';

/** Collects which keys were used. */
export type KeyUse = Uses<{ workspaceId: string; keyId: string }>;

export const createKeyUse = (context: Pick<Context, 'database' | 'clock' | 'log'>): KeyUse =>
  collectUses(context, { what: 'keys', nameOf: ({ keyId }) => keyId, store: recordKeyUse });
