import type { z } from 'zod';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { notFound } from '../../domain/errors';
import { resultOf } from '../../domain/install/findings';
import type { installCheck } from '../../domain/install/schemas';
import type { Context } from '../ports';

/**
 * Loads a page and checks whether it has the snippet of the workspace. A page that cannot be loaded is a finding.
 * @param url an absolute http or https URL
 * @throws AppError NOT_FOUND, SERVICE_UNAVAILABLE if too many expensive tasks are queued
 */
export async function checkInstall(
  { database, threads, pages, settings: { publicUrl } }: Pick<Context, 'database' | 'threads' | 'pages' | 'settings'>,
  workspaceId: string,
  url: string,
): Promise<z.input<typeof installCheck>> {
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  const page = await pages.fetch(url, `ApexInstallCheck/1.0 (+${publicUrl})`);
  const { publicKey: key, respectDoNotTrack } = workspace;
  const expected = { key, publicUrl, respectDoNotTrack };
  const findings = await threads.run('checkPage', { page, expected }, workspaceId);
  const { urls, response } = page;
  return { url: urls.at(-1) ?? url, status: response?.status ?? null, result: resultOf(findings), findings };
}
