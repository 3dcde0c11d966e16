import { findCommunication } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import type { Workspace } from '../../db/workspaces/workspaces';
import { digestDate } from '../../domain/digest/digest-date';
import { digestMessage, type DigestMessage } from '../../domain/digest/digest-message';
import { isEmptyWeek } from '../../domain/digest/weekly-summary';
import type { TransactionalTemplate } from '../../domain/email/render-transactional';
import { readReport, type ReportSource } from '../analytics/read-report';
import { summarizeWeek } from './summarize-week';

interface DigestPreview extends DigestMessage {
  /** In the workspace's timezone. */
  date: string;
  isEmpty: boolean;
  /** The workspace's own template; null if it has none. */
  own: TransactionalTemplate | null;
}

interface PreviewReader {
  consoleUrl: string;
  name: string;
  now: Date;
}

/** Prepares the digest that would be sent now, without storing it. */
export async function previewDigest(
  source: ReportSource,
  workspace: Workspace,
  { consoleUrl, name, now }: PreviewReader,
): Promise<DigestPreview> {
  const { id: workspaceId, timezone } = workspace;
  const date = digestDate(now, timezone);
  const summary = await readReport(source, workspaceId, (snapshot) =>
    summarizeWeek(snapshot, { workspaceId, timezone, date, now }),
  );
  const message = digestMessage(summary, { date, consoleUrl, name, workspaceName: workspace.name });
  const own = await findOwnTemplate(source.database, workspaceId);
  return { ...message, date, isEmpty: isEmptyWeek(summary), own };
}

async function findOwnTemplate(database: Database, workspaceId: string): Promise<TransactionalTemplate | null> {
  const own = await findCommunication(database, workspaceId, 'weekly-digest');
  if (own?.commType !== 'transactional') return null;
  const { slots, html, text, references } = own;
  return { slots, html, text, references };
}
