import { newId } from '../connection/ids';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';

/** A link that shows an experiment's results without signing in. */
export interface ShareLink {
  id: string;
  experimentId: string;
  /** A user or a key. */
  createdBy: string;
  /** The current name or email of the user, or the name of the key; null if it was deleted. */
  createdByName: string | null;
  createdAt: Date;
  expiresAt: Date;
  revokedAt: Date | null;
}

interface NewShareLink {
  workspaceId: string;
  experimentId: string;
  tokenHash: Buffer;
  createdBy: string;
  expiresAt: Date;
}

/** Inserts a link and returns its id. */
export async function insertShareLink(database: Database, link: NewShareLink): Promise<string> {
  const id = newId('shareLink');
  await database('experiment_share_links').insert({
    workspace_id: link.workspaceId,
    id,
    experiment_id: link.experimentId,
    token_hash: link.tokenHash,
    created_by: link.createdBy,
    expires_at: link.expiresAt,
  });
  return id;
}

/** Lists the newest hundred links of an experiment, newest first. */
export const listShareLinks = (database: Database, workspaceId: string, experimentId: string): Promise<ShareLink[]> =>
  rowsOf<ShareLink>(
    database.raw(
      `select l.id, l.experiment_id as "experimentId", l.created_by as "createdBy",
              coalesce(u.name, u.email, k.name) as "createdByName",
              l.created_at as "createdAt", l.expires_at as "expiresAt", l.revoked_at as "revokedAt"
         from experiment_share_links l
         left join users u on u.id = l.created_by
         left join api_keys k on k.workspace_id = l.workspace_id and k.id = l.created_by
        where l.workspace_id = :workspaceId and l.experiment_id = :experimentId
        order by l.id desc limit 100`,
      { workspaceId, experimentId },
    ),
  );

/**
 * Revokes a link. A revoked link stays as it is.
 * @returns whether the link was open; null if it does not exist
 */
export async function revokeShareLink(
  transaction: Database,
  workspaceId: string,
  { experimentId, linkId }: { experimentId: string; linkId: string },
): Promise<boolean | null> {
  const name = { workspace_id: workspaceId, experiment_id: experimentId, id: linkId };
  const link = await transaction('experiment_share_links')
    .where(name)
    .forUpdate()
    .first<{ revokedAt: Date | null } | undefined>('revoked_at as revokedAt');
  if (link === undefined) return null;
  if (link.revokedAt !== null) return false;
  await transaction('experiment_share_links').where(name).update({ revoked_at: transaction.fn.now() });
  return true;
}

/** Finds the experiment of a link that is neither revoked nor expired. */
export async function findSharedExperiment(
  database: Database,
  tokenHash: Buffer,
): Promise<{ linkId: string; workspaceId: string; experimentId: string; expiresAt: Date } | null> {
  const [link] = await rowsOf<{ linkId: string; workspaceId: string; experimentId: string; expiresAt: Date }>(
    database.raw(
      `select l.id as "linkId", e.workspace_id as "workspaceId", e.id as "experimentId", l.expires_at as "expiresAt"
         from experiment_share_links l
         join experiments e on e.workspace_id = l.workspace_id and e.id = l.experiment_id
        where l.token_hash = :tokenHash and l.revoked_at is null and l.expires_at > now()`,
      { tokenHash },
    ),
  );
  return link ?? null;
}
