import { findCommunication } from '../../db/communications/communications';
import type { Database } from '../../db/connection/pool';
import { findWorkspace } from '../../db/workspaces/workspaces';
import { parseAddress } from '../../domain/email/address';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import { withSynonyms } from '../../domain/email/catalog/portfolio-names';
import type { TransactionalTemplate } from '../../domain/email/render-transactional';
import { TemplateError, UnsafeValueError } from '../../domain/email/template';
import { variableProblems } from '../../domain/email/variables';
import { AppError, invalid } from '../../domain/errors';
import { brandingOf, type Branding } from '../../domain/senders/branding';
import { messageSenderOf, type MessageSender } from '../../domain/senders/mailboxes';
import type { SendBody, Tags, TemplateSendBody } from '../../domain/transactional/schemas';
import { tagsWithCodes } from '../../domain/transactional/secret-tags';
import type { Context, Threads } from '../ports';

/** A send that is checked and rendered. Its content lives in this process's memory only, until it is delivered. */
export interface PreparedSend {
  to: string;
  subject: string;
  html: string | null;
  text: string | null;
  /** Whether opens and clicks may be followed. */
  tracking: boolean;
  /** The sender of the message; null for the installation's sender. */
  sender: MessageSender | null;
  /** What is kept of it. */
  record: {
    /** The template's subject; an inline send's own. */
    subject: string;
    communicationId: string | null;
    tags: Tags;
  };
}

/**
 * Checks and renders a send.
 * @throws AppError VALIDATION_ERROR, comm_not_found, comm_type_mismatch, missing_variables
 */
export async function prepareSend(
  { database, threads }: Pick<Context, 'database' | 'threads'>,
  workspaceId: string,
  body: SendBody,
): Promise<PreparedSend> {
  const parsed = parseAddress(body.to);
  if ('problem' in parsed) throw invalid(`\`to\` is not a valid email address: ${parsed.problem}`);
  const to = parsed.address;
  if (body.commId === undefined) {
    const { subject, html = null, text = null, tags = {} } = body;
    return { to, subject, html, text, tracking: true, sender: null, record: { subject, communicationId: null, tags } };
  }
  const { commId, variables = {}, tags = {} } = body;
  checkVariables(variables, tags);
  const [template, workspace] = await Promise.all([
    findTemplate(database, workspaceId, commId),
    findWorkspace(database, workspaceId),
  ]);
  const branding = workspace === null ? null : brandingOf(workspace);
  const message = await render({ threads, workspaceId, template }, body, branding);
  return {
    to,
    subject: message.subject,
    html: message.html,
    text: message.text,
    tracking: template.tracking,
    sender: workspace === null ? null : messageSenderOf(workspace),
    record: { subject: template.slots.subject, communicationId: commId, tags },
  };
}

function checkVariables(variables: Record<string, unknown>, tags: Tags): void {
  const [problem] = variableProblems(variables);
  if (problem !== undefined) throw invalid(`\`variables.${problem.path}\`: ${problem.message}`);
  const [tag] = tagsWithCodes(tags, variables);
  if (tag === undefined) return;
  // The tag may be the code itself: it is not repeated.
  throw invalid('A tag contains a code from the variables. Tags are stored and shown, so remove the code from them.');
}

interface Template extends TransactionalTemplate {
  tracking: boolean;
}

/** A communication of the workspace, else a template of the catalog by its name. */
async function findTemplate(database: Database, workspaceId: string, commId: string): Promise<Template> {
  const communication = await findCommunication(database, workspaceId, commId);
  if (communication?.commType === 'transactional') {
    const { name, importProblem } = communication;
    if (importProblem !== null) throw invalid(`Edit the message "${name}" (${commId}) first. ${importProblem}`);
    return communication;
  }
  if (communication !== null) {
    throw new AppError(
      'comm_type_mismatch',
      `Communication "${commId}" is a marketing communication. Send it with a journey, or use a transactional one.`,
    );
  }
  const builtIn = findCatalogTemplate(commId);
  if (builtIn === null) {
    throw new AppError('comm_not_found', `Communication "${commId}" does not exist in this workspace or the catalog.`);
  }
  return { ...builtIn.content, tracking: builtIn.tracking };
}

interface Rendering {
  threads: Threads;
  workspaceId: string;
  template: Template;
}

const costly = (): AppError =>
  invalid('The template is too complex to list its variables. Simplify it, or send without `strict`.');

async function render(
  { threads, workspaceId, template: given }: Rendering,
  { commId, variables: sent = {}, strict = false }: TemplateSendBody,
  sender: Branding | null,
) {
  const { slots, html, text, plainLink = false, optional = [], references } = given;
  const template = { slots, html, text, plainLink, optional, references };
  const variables = withSynonyms(commId, sent);
  try {
    const { missing, ...message } = await threads.run(
      'renderTransactional',
      { template, variables, sender },
      workspaceId,
    );
    if (strict && template.references === null) throw costly();
    if (strict && missing.length > 0) {
      const text = `The template uses variables that are missing: ${missing.join(', ')}.`;
      throw new AppError('missing_variables', text, { missing });
    }
    return message;
  } catch (error) {
    if (error instanceof UnsafeValueError) throw invalid(error.message);
    if (error instanceof TemplateError) {
      throw invalid(`The template cannot be rendered with these variables. Check its ${error.field}.`);
    }
    throw error;
  }
}
