import type { z } from 'zod';
import { findBelief } from '../../db/beliefs/beliefs';
import type { Database } from '../../db/connection/pool';
import { experimentExists } from '../../db/experiments/experiments';
import type { Actor } from '../../domain/accounts/actor';
import type { updateConfidenceBody } from '../../domain/beliefs/schemas';
import { invalid, notFound } from '../../domain/errors';
import { appendEvidence } from './append-evidence';

/** Adds a caller's evidence, of one message once. @throws AppError NOT_FOUND, VALIDATION_ERROR for an experiment that does not exist */
export async function addEvidence(
  database: Database,
  actor: Actor,
  id: string,
  { messageId, ...entry }: z.output<typeof updateConfidenceBody>,
): Promise<void> {
  const { workspaceId } = actor;
  if ((await findBelief(database, { workspaceId, beliefId: id })) === null) throw notFound('Belief', id);
  await assertExperiment(database, workspaceId, entry.experimentId);
  const sourceKey = messageId === undefined ? undefined : `message:${messageId}`;
  if (!(await appendEvidence(database, actor, id, { ...entry, sourceKey }))) throw notFound('Belief', id);
}

async function assertExperiment(database: Database, workspaceId: string, id: string | undefined): Promise<void> {
  if (id === undefined || (await experimentExists(database, workspaceId, id))) return;
  const message = `Experiment "${id}" does not exist in this workspace.`;
  throw invalid(message, [{ path: 'experimentId', message }]);
}
