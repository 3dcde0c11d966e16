import type { z } from 'zod';
import { insertJourney } from '../../db/journeys/journeys';
import { findWorkspace } from '../../db/workspaces/workspaces';
import type { Actor } from '../../domain/accounts/actor';
import type { createJourneyBody, JourneyDefinition } from '../../domain/journeys/schemas';
import { recordAct } from '../audit/record-act';
import { mergeDefinition } from './draft-definition';
import type { Context } from '../ports';

/** Creates a journey with its first draft. Omitted fields get their defaults. @returns its id */
export function createJourney(
  { database }: Pick<Context, 'database'>,
  actor: Actor,
  { name, description = null, ...given }: z.output<typeof createJourneyBody>,
): Promise<string> {
  const { workspaceId } = actor;
  return database.transaction(async (transaction) => {
    const workspace = await findWorkspace(transaction, workspaceId);
    const defaults: JourneyDefinition = {
      audienceId: null,
      triggerContractId: null,
      goalEventName: null,
      goalEventWindowDays: 7,
      holdoutPercent: workspace?.holdoutPercent ?? 10,
      reentry: 'after_exit',
      steps: [{ id: 'exit', kind: 'exit' }],
    };
    const draft = mergeDefinition(defaults, given);
    const id = await insertJourney(transaction, { workspaceId, name, description, draft });
    await recordAct(transaction, actor, 'journey.created', { subject: { type: 'journey', id } });
    return id;
  });
}
