import type { DemoState } from '../../domain/accounts/demo/schemas';
import type { Role } from '../../domain/accounts/permissions';
import type { Database } from '../connection/pool';
import { rowsOf } from '../connection/statements';

/** A workspace of a signed-in person, for the workspace switcher. */
export interface SessionWorkspace {
  id: string;
  name: string;
  role: Role;
  /** Whether the session is in it. */
  current: boolean;
  /** Progress of the sample data; null for other workspaces than a demo. */
  demo: DemoState | null;
  /** Whether the person can still choose between the demo workspace and this one, which is current and empty. */
  offersDemo: boolean;
}

interface SessionPlace {
  userId: string;
  workspaceId: string;
}

/** Lists a person's workspaces, sorted by name. */
export const listSessionWorkspaces = (database: Database, place: SessionPlace): Promise<SessionWorkspace[]> =>
  rowsOf(
    database.raw(
      `select w.id, w.name, m.role, w.id = :workspaceId as current, w.demo,
              w.id = :workspaceId and w.demo is null
                and bool_and(m.start_chosen_at is null) over ()
                and bool_or(w.demo is not null) over ()
                and not exists (select from events e where e.workspace_id = w.id) as "offersDemo"
         from members m join workspaces w on w.id = m.workspace_id
        where m.user_id = :userId
        order by w.name, w.id`,
      { ...place },
    ),
  );

/** Stores that a person chose between the demo workspace and their own. */
export async function setStartChosen(database: Database, userId: string): Promise<void> {
  await database('members')
    .where({ user_id: userId })
    .whereNull('start_chosen_at')
    .update({ start_chosen_at: database.fn.now() });
}
