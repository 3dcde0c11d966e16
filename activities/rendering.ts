import { ApplicationFailure, log } from '@temporalio/activity';
import { TemplateError } from '../domain/email/template';
import { AppError, ContentFault } from '../domain/errors';

/**
 * What threads made of a customer's content.
 * @param about ids for the log, which says what was wrong
 * @returns null for content that cannot be rendered or is too costly, and where rendering it meets a fault of ours: another try
 * would end the same
 * @throws a retryable failure when nothing was tried, as too much that is costly waits or this worker stops
 */
export async function orUnusable<Result>(
  rendering: Promise<Result>,
  about: Record<string, string>,
): Promise<Result | null> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') {
      throw ApplicationFailure.retryable(error.message, 'RenderingBusy');
    }
    if (error instanceof ContentFault) {
      log.error('internal error while rendering customer content', { ...about, cause: causeOf(error) });
      return null;
    }
    if (!(error instanceof TemplateError) && !(error instanceof AppError)) throw error;
    // Of a template's own error the place only: it may quote what was written.
    const reason = error instanceof TemplateError ? `${error.field} cannot be rendered.` : error.message;
    log.warn('could not render customer content', { ...about, reason });
    return null;
  }
}

const causeOf = ({ cause }: ContentFault): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
