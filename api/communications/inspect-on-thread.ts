import type { InspectTemplates } from '../../operations/communications/inspect-templates';
import type { Threads } from '../../operations/ports';

/** Inspects templates on a thread, in the workspace's share of them. */
export const inspectOnThread =
  (threads: Threads, workspaceId: string): InspectTemplates =>
  (content, commType) =>
    threads.run('inspectContent', { content, commType }, workspaceId);
