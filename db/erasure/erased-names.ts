import type { ErasableName, NameHash } from '../../domain/erasure/erased';
import { preparedRows } from '../connection/statements';
import type { Database } from '../connection/pool';

/** Returns whether a name belongs to an erased person. */
export type ErasedNames = (name: ErasableName) => boolean;

/** Checks names in one statement. Only names without a matching person need this check. */
export async function findErasedNames(
  database: Database,
  hashOf: NameHash,
  names: readonly ErasableName[],
): Promise<ErasedNames> {
  if (names.length === 0) return () => false;
  const distinct = new Map(names.map((name) => [keyOf(name), name]));
  const hashes = new Map([...distinct].map(([key, name]) => [key, hashOf(name)]));
  const rows = await preparedRows<{ hash: Buffer }>(
    database,
    'find-erased-names',
    `select n.hash from unnest(?::text[], ?::bytea[]) as g (workspace_id, hash)
         join erased_names n on n.workspace_id = g.workspace_id and n.hash = g.hash`,
    [[...distinct.values()].map(({ workspaceId }) => workspaceId), [...hashes.values()]],
  );
  if (rows.length === 0) return () => false;
  const erased = new Set(rows.map(({ hash }) => hash.toString('hex')));
  return (name) => erased.has(hashes.get(keyOf(name))?.toString('hex') ?? '');
}

const keyOf = ({ workspaceId, kind, value }: ErasableName): string => JSON.stringify([workspaceId, kind, value]);
