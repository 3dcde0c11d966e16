import { findCommunication } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { PreviewContent } from '../../domain/communications/schemas';
import type { MessagePreview, PreviewedContent } from '../../domain/email/preview';
import { TemplateError } from '../../domain/email/template';
import { variableProblems } from '../../domain/email/variables';
import { invalid, notFound } from '../../domain/errors';
import { brandingOf } from '../../domain/senders/branding';
import { findReferences } from '../../operations/communications/inspect-templates';
import type { Services } from '../services';
import { inspectOnThread } from './inspect-on-thread';

/** What a thread needs of it: each character is copied. */
const templateOf = ({ commType, slots, html, text, plainLink, optional, references }: PreviewedContent) => ({
  commType,
  slots,
  html,
  text,
  references,
  ...(plainLink === undefined ? {} : { plainLink }),
  ...(optional === undefined ? {} : { optional }),
});

/** The content of a communication, or of the catalog's template of that name. @throws AppError NOT_FOUND */
export async function findContent(database: Database, workspaceId: string, id: string): Promise<PreviewedContent> {
  const communication = await findCommunication(database, workspaceId, id);
  if (communication !== null) return communication;
  const template = findCatalogTemplate(id);
  if (template === null) throw notFound('Communication', id);
  return { ...template.content, commType: 'transactional' };
}

type PreviewServices = Pick<Services, 'database' | 'publicUrl' | 'threads'>;

/** @throws AppError NOT_FOUND; VALIDATION_ERROR for variables or templates that cannot be rendered */
export async function previewCommunication(
  services: PreviewServices,
  { workspaceId, id }: { workspaceId: string; id: string },
  variables: Record<string, unknown>,
): Promise<MessagePreview> {
  const content = await findContent(services.database, workspaceId, id);
  return previewContent(services, workspaceId, { content, variables });
}

/** Renders what is not saved. @throws AppError VALIDATION_ERROR as saving it would, and as {@link previewCommunication} */
export async function previewUnsaved(
  services: PreviewServices,
  workspaceId: string,
  { variables, ...templates }: PreviewContent,
): Promise<MessagePreview> {
  const references = await findReferences(inspectOnThread(services.threads, workspaceId), templates);
  return previewContent(services, workspaceId, { content: { ...templates, references }, variables });
}

async function previewContent(
  { database, publicUrl, threads }: PreviewServices,
  workspaceId: string,
  { content, variables }: { content: PreviewedContent; variables: Record<string, unknown> },
): Promise<MessagePreview> {
  const problems = content.commType === 'transactional' ? variableProblems(variables) : [];
  const [first] = problems;
  if (first !== undefined) {
    const details = problems.map(({ path, message }) => ({ path: `variables.${path}`, message }));
    throw invalid(`The variables are not valid: "${first.path}": ${first.message}`, details);
  }
  const workspace = await findWorkspace(database, workspaceId);
  if (workspace === null) throw notFound('Workspace', workspaceId);
  try {
    const links = { unsubscribeUrl: `${publicUrl}/u/preview`, viewUrl: `${publicUrl}/v/preview` };
    const context = { variables, sender: brandingOf(workspace), ...links };
    return await threads.run('previewMessage', { content: templateOf(content), context }, workspaceId);
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const { field: path, message } = error;
    throw invalid(`The template cannot be rendered: ${path}: ${message}`, [{ path, message }]);
  }
}
