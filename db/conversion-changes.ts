import type { DescribedConversion } from '../domain/conversions/describe';
import { recordAudit } from './audit';
import { beginHistory, deleteSome, enqueueHistory } from './completion-history';
import type { Database } from './connection';
import {
  deleteConversion,
  findConversion,
  insertConversion,
  lockConversions,
  updateConversion,
  type Conversion,
} from './conversions';
import { bringRollupsUpToDate, holdRollups } from './rollups';
import { keepCounted } from './targets';

/** How conversions change, with what follows: their history, the targets that count them, the log. Each is one transaction. */

/** Events of history that a change matches by itself; more are matched by a workflow. */
const matchedAtOnce = 50_000;

export interface ChangeOptions {
  /** Who changes it, for the log. */
  actor: string;
  /** Events of history that are matched in the transaction at most; 50,000 unless given. */
  atOnce?: number;
}

/** @returns its id */
export async function createConversion(
  database: Database,
  workspaceId: string,
  described: DescribedConversion,
  { actor, atOnce = matchedAtOnce }: ChangeOptions,
): Promise<string> {
  return inTurn(database, workspaceId, async (transaction) => {
    const id = await insertConversion(transaction, workspaceId, described);
    await beginHistory(transaction, { workspaceId, id }, atOnce);
    await log(transaction, { workspaceId, id, actor, action: 'conversion.created' });
    return id;
  });
}

/**
 * Changes a conversion to what is made of it as it is then: nobody else changes it meanwhile. History is matched anew when what it
 * matches is another.
 * @returns whether there is such a conversion
 */
export async function changeConversion(
  database: Database,
  { workspaceId, id }: Pick<Conversion, 'workspaceId' | 'id'>,
  change: (current: Conversion) => DescribedConversion,
  { actor, atOnce = matchedAtOnce }: ChangeOptions,
): Promise<boolean> {
  return inTurn(database, workspaceId, async (transaction) => {
    const current = await findConversion(transaction, workspaceId, id);
    if (current === null) return false;
    const described = change(current);
    const isRedefined = matching(described) !== matching(current);
    await updateConversion(transaction, { workspaceId, id }, described, isRedefined);
    if (isRedefined) await beginHistory(transaction, { workspaceId, id }, atOnce);
    // Whatever became of the workflow, this takes its work up again.
    else if (current.matchedFrom !== null) await enqueueHistory(transaction, { workspaceId, id });
    await log(transaction, { workspaceId, id, actor, action: 'conversion.updated' });
    return true;
  });
}

/** Its targets keep what it had counted. @returns whether there was such a conversion */
export async function removeConversion(
  database: Database,
  { workspaceId, id }: Pick<Conversion, 'workspaceId' | 'id'>,
  { actor, atOnce = matchedAtOnce }: ChangeOptions,
): Promise<boolean> {
  await bringRollupsUpToDate(database, workspaceId);
  return inTurn(database, workspaceId, async (transaction) => {
    await holdRollups(transaction, workspaceId);
    await keepCounted(transaction, workspaceId, { conversionId: id });
    if (!(await deleteConversion(transaction, workspaceId, id))) return false;
    const isDone = await deleteSome(transaction, { workspaceId, id }, atOnce);
    if (!isDone) await enqueueHistory(transaction, { workspaceId, id });
    await log(transaction, { workspaceId, id, actor, action: 'conversion.deleted' });
    return true;
  });
}

const inTurn = <Result>(
  database: Database,
  workspaceId: string,
  work: (transaction: Database) => Promise<Result>,
): Promise<Result> =>
  database.transaction(
    async (transaction) => {
      await lockConversions(transaction, workspaceId);
      return work(transaction);
    },
    { isolationLevel: 'read committed' },
  );

/** What decides whether an event matches, to compare. */
const matching = ({ type, eventType, urlPattern, selector, conditions }: DescribedConversion): string =>
  JSON.stringify([
    type,
    eventType,
    urlPattern,
    selector,
    Object.entries(conditions).sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);

const log = (
  transaction: Database,
  { workspaceId, id, actor, action }: Record<'workspaceId' | 'id' | 'actor' | 'action', string>,
): Promise<void> =>
  recordAudit(transaction, [{ workspaceId, subjectType: 'conversion', subjectId: id, actor, action }]);
