import type { Database } from '../../db/connection/pool';
import { deleteEndUser } from '../../db/end-users/end-users';
import { isAddressMentioned } from '../../db/erasure/erasure-records';
import { detachVisitors } from '../../db/erasure/erasure-begin';
import {
  findErasure,
  findErasureByName,
  insertErasedNames,
  insertErasure,
  lockErasures,
  lockPerson,
  restartErasure,
  type ErasedPerson,
  type Erasure,
  type Subject,
} from '../../db/erasure/erasures';
import { cancelExecutions } from '../../db/journeys/cancel-executions';
import { enqueue } from '../../db/outbox/outbox';
import { erasedNameHash, type ErasableName } from '../../domain/erasure/erased';
import { recordAct } from '../audit/record-act';
import type { Context } from '../ports';

/**
 * Begins an erasure, all of it or nothing: from the commit on the person is gone, nothing can start for them, their executions are
 * being cancelled, and their names are known as erased. An unknown person is erased, too, as traces may be left. One erased before
 * gets the erasure of then, unless their address has come up since; one that failed is resumed.
 * @param pepper the installation's secret for hashes
 */
export async function beginErasure(
  { database }: Pick<Context, 'database'>,
  pepper: string,
  subject: Subject,
): Promise<Erasure> {
  const { workspaceId } = subject;
  const id = await database.transaction(
    async (transaction) => {
      await lockErasures(transaction, workspaceId);
      const person = await lockPerson(transaction, subject);
      if (person === null) {
        const earlier = await findErasureByName(transaction, workspaceId, erasedNameHash(pepper, nameOf(subject)));
        if (earlier !== null && !(await hasNewTraces(transaction, earlier, subject))) {
          return resume(transaction, earlier);
        }
      }
      return begin(transaction, pepper, person ?? unknownPerson(subject));
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

async function begin(transaction: Database, pepper: string, person: ErasedPerson): Promise<string> {
  const { workspaceId, endUserId } = person;
  const id = await insertErasure(transaction, person);
  const hashes = namesOf(person).map((name) => erasedNameHash(pepper, name));
  await insertErasedNames(transaction, { workspaceId, id }, hashes);
  if (endUserId !== null) {
    await cancelExecutions(transaction, workspaceId, { endUserId });
    await detachVisitors(transaction, { workspaceId, endUserId, erasureId: id });
    await deleteEndUser(transaction, workspaceId, endUserId);
  }
  await enqueue(transaction, [{ workspaceId, kind: 'start_erasure', subjectId: id }]);
  const actor = { workspaceId, id: 'system' };
  await recordAct(transaction, actor, 'end_user.erasure_requested', { metadata: { erasureId: id } });
  return id;
}

function namesOf({ workspaceId, endUserId, email, externalIds }: ErasedPerson): ErasableName[] {
  const ids = endUserId === null ? externalIds : [endUserId, ...externalIds];
  const names: ErasableName[] = ids.map((value) => ({ workspaceId, kind: 'id', value }));
  return email === null ? names : [...names, { workspaceId, kind: 'email', value: email }];
}
