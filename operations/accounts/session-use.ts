import { recordSessionUse } from '../../db/accounts/sessions';
import { collectUses, type Uses } from '../collect-uses';
import type { Context } from '../ports';

/** Collects which sessions were used. */
export type SessionUse = Uses<{ sessionId: string }>;

export const createSessionUse = (context: Pick<Context, 'database' | 'clock' | 'log'>): SessionUse =>
  collectUses(context, { what: 'sessions', nameOf: ({ sessionId }) => sessionId, store: recordSessionUse });
