import { recordAudit } from '../../db/audit/audit';
import type { Database } from '../../db/connection/pool';
import { deleteEndUser } from '../../db/end-users/end-users';
import { detachVisitors } from '../../db/erasure/erasure-begin';
import { findConfigurationMentions } from '../../db/erasure/erasure-configuration';
import { isAddressMentioned } from '../../db/erasure/erasure-records';
import { deleteExecutionCommands, findRunsOfErased } from '../../db/erasure/erasure-runs';
import {
  type ErasedPerson,
  type Erasure,
  findErasure,
  findErasureByName,
  findJourneysOfErased,
  insertErasedNames,
  insertErasure,
  listUnqueuedErasures,
  lockErasures,
  lockPerson,
  restartErasure,
  settleErasure,
  type Subject,
} from '../../db/erasure/erasures';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { endExecution } from '../../db/journeys/executions';
import { enqueue } from '../../db/outbox/outbox';
import { type ErasableName, erasedNameHash } from '../../domain/erasure/erased';
import { recordAct } from '../audit/record-act';
import { requeue } from '../outbox/requeue';
import type { Context, HashSettings } from '../ports';
import { mentionsOfErasure } from './erase-mentions';

/**
 * Starts an erasure in one transaction. From the commit on, the person is deleted, nothing can start for them, their executions are
 * being canceled, and their names are recorded as erased. Unknown people are erased, too, because traces may exist. For a person who
 * was erased before, returns the existing erasure, unless the address appeared again since. Resumes a failed erasure.
 * @param by the id of the user or key, for the audit log
 */
export async function startErasure(
  { database, settings: { keyPepper } }: Pick<Context, 'database'> & { settings: HashSettings },
  subject: Subject,
  by = 'system',
): Promise<Erasure> {
  const { workspaceId } = subject;
  const id = await database.transaction(
    async (transaction) => {
      await lockErasures(transaction, workspaceId);
      const person = await lockPerson(transaction, subject);
      if (person === null) {
        const earlier = await findErasureByName(transaction, workspaceId, erasedNameHash(keyPepper, nameOf(subject)));
        if (earlier !== null && !(await hasNewTraces(transaction, earlier, subject))) {
          return resume(transaction, earlier);
        }
      }
      return begin(transaction, keyPepper, person ?? unknownPerson(subject), by);
    },
    { isolationLevel: 'read committed' },
  );
  return (await findErasure(database, id)) as Erasure;
}

const nameOf = (subject: Subject): ErasableName =>
  'email' in subject
    ? { workspaceId: subject.workspaceId, kind: 'email', value: subject.email }
    : { workspaceId: subject.workspaceId, kind: 'id', value: subject.endUserId };

const unknownPerson = (subject: Subject): ErasedPerson => ({
  workspaceId: subject.workspaceId,
  endUserId: 'endUserId' in subject ? subject.endUserId : null,
  email: 'email' in subject ? subject.email : null,
  externalIds: [],
});

/** A receipt to an address, or its suppression, names no person. Configuration that named the person may have been edited. */
async function hasNewTraces(transaction: Database, earlier: Erasure, subject: Subject): Promise<boolean> {
  if (earlier.status !== 'completed' || !('email' in subject)) return false;
  if (earlier.mentions.length > 0) return true;
  return isAddressMentioned(transaction, subject.workspaceId, subject.email);
}

async function resume(transaction: Database, erasure: Erasure): Promise<string> {
  const { workspaceId, id, status } = erasure;
  if (status !== 'failed') return id;
  await restartErasure(transaction, erasure);
  await enqueue(transaction, [{ workspaceId, kind: 'start_erasure', subjectId: id }]);
  return id;
}

async function begin(transaction: Database, keyPepper: string, person: ErasedPerson, by: string): Promise<string> {
  const { workspaceId, endUserId } = person;
  const id = await insertErasure(transaction, person);
  const hashes = namesOf(person).map((name) => erasedNameHash(keyPepper, name));
  await insertErasedNames(transaction, { workspaceId, id }, hashes);
  if (endUserId !== null) {
    await cancelExecutions(transaction, workspaceId, { endUserId });
    await detachVisitors(transaction, { workspaceId, endUserId, erasureId: id });
    await deleteEndUser(transaction, workspaceId, endUserId);
  }
  await enqueue(transaction, [{ workspaceId, kind: 'start_erasure', subjectId: id }]);
  const actor = { workspaceId, id: by };
  await recordAct(transaction, actor, 'end_user.erasure_requested', { metadata: { erasureId: id } });
  return id;
}

function namesOf({ workspaceId, endUserId, email, externalIds }: ErasedPerson): ErasableName[] {
  const ids = endUserId === null ? externalIds : [endUserId, ...externalIds];
  const names: ErasableName[] = ids.map((value) => ({ workspaceId, kind: 'id', value }));
  return email === null ? names : [...names, { workspaceId, kind: 'email', value: email }];
}

/** Cancels executions with running workflows and deletes their commands, each in its own transaction. */
export async function cancelErasedExecutions({ database }: Pick<Context, 'database'>, erasure: Erasure): Promise<void> {
  const { workspaceId } = erasure;
  for (const id of await findRunsOfErased(database, erasure)) {
    await database.transaction(async (transaction) => {
      await endExecution(transaction, workspaceId, id, { status: 'CANCELED', reason: 'erased' });
      await deleteExecutionCommands(transaction, workspaceId, id);
    });
  }
}

/**
 * Completes an erasure: deletes the link between person and pseudonym, and records the erasure in the audit log with the configuration
 * that still contains the person's names. Safe to repeat.
 */
export async function completeErasure({ database }: Pick<Context, 'database'>, erasure: Erasure): Promise<void> {
  const { workspaceId, id, pseudonym } = erasure;
  const names = await mentionsOfErasure({ database }, erasure);
  await database.transaction(async (transaction) => {
    const mentions = names === null ? [] : await findConfigurationMentions(transaction, workspaceId, names);
    if (!(await settleErasure(transaction, erasure, mentions))) return;
    const entry = { workspaceId, actor: 'system', action: 'end_user.forgotten' };
    const journeyIds = await findJourneysOfErased(transaction, workspaceId, pseudonym);
    await recordAudit(transaction, [
      { ...entry, subjectType: 'workspace', subjectId: workspaceId, metadata: { erasureId: id, mentions } },
      ...journeyIds.map((subjectId) => ({ ...entry, subjectType: 'journey' as const, subjectId })),
    ]);
  });
}

/** Queues erasures without a command again. An erasure with a running workflow continues there. @returns how many */
export const requeueErasures = ({ database }: Pick<Context, 'database'>, limit: number): Promise<number> =>
  requeue(database, 'start_erasure', (transaction) => listUnqueuedErasures(transaction, limit));
