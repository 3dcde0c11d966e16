import { findCommunication } from '../../db/communications/communications';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { PreviewContent } from '../../domain/communications/schemas';
import type { MessagePreview, PreviewedContent } from '../../domain/email/preview';
import { TemplateError } from '../../domain/email/template';
import { variableProblems } from '../../domain/email/variables';
import { invalid, notFound } from '../../domain/errors';
import { brandingOf } from '../../domain/senders/branding';
import type { Context } from '../ports';
import { findReferences } from './communications';

/** The parts that a thread needs, because each character is copied. */
const templateOf = ({ commType, slots, html, text, plainLink, optional, references }: PreviewedContent) => ({
  commType,
  slots,
  html,
  text,
  references,
  ...(plainLink === undefined ? {} : { plainLink }),
  ...(optional === undefined ? {} : { optional }),
});

/** Finds the content of a communication, or else of the catalog template of that name. @throws AppError NOT_FOUND */
export async function findContent(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  id: string,
): Promise<PreviewedContent> {
  const communication = await findCommunication(database, workspaceId, id);
  if (communication !== null) return communication;
  const template = findCatalogTemplate(id);
  if (template === null) throw notFound('Communication', id);
  return { ...template.content, commType: 'transactional' };
}

type PreviewContext = Pick<Context, 'database' | 'settings' | 'threads'>;

/** Renders a saved communication. @throws AppError NOT_FOUND; VALIDATION_ERROR for variables or templates that cannot be rendered */
export async function previewCommunication(
  context: PreviewContext,
  { workspaceId, id }: { workspaceId: string; id: string },
  variables: Record<string, unknown>,
): Promise<MessagePreview> {
  const content = await findContent(context, workspaceId, id);
  return previewContent(context, workspaceId, { content, variables });
}

/** Renders unsaved content. @throws AppError VALIDATION_ERROR as saving it would, and as {@link previewCommunication} */
export async function previewUnsaved(
  context: PreviewContext,
  workspaceId: string,
  { variables, ...templates }: PreviewContent,
): Promise<MessagePreview> {
  const references = await findReferences(context, workspaceId, templates);
  return previewContent(context, workspaceId, { content: { ...templates, references }, variables });
}

async function previewContent(
  { database, settings: { publicUrl }, threads }: PreviewContext,
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
