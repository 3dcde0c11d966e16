import { AttemptDelayed } from '../../domain/attempt-delayed';
import { TemplateError } from '../../domain/email/template';
import { AppError, ContentFault } from '../../domain/errors';
import type { Context } from '../ports';

/**
 * Waits for content that a thread renders.
 * @param about ids for the log
 * @returns null for content that cannot be rendered, is too expensive, or meets a bug of ours: another attempt would fail too
 * @throws AttemptDelayed if too many expensive tasks are queued, or the process stops
 */
export async function renderedOrNull<Result>(
  { log }: Pick<Context, 'log'>,
  rendering: Promise<Result>,
  about: Record<string, string>,
): Promise<Result | null> {
  try {
    return await rendering;
  } catch (error) {
    if (error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE') {
      throw Object.assign(new AttemptDelayed('RenderingBusy', error.message), { cause: error });
    }
    if (error instanceof ContentFault) {
      log.error({ ...about, cause: causeOf(error) }, 'internal error while rendering customer content');
      return null;
    }
    if (!(error instanceof TemplateError) && !(error instanceof AppError)) throw error;
    // A template's own error may quote the content, so only its place is logged.
    const reason = error instanceof TemplateError ? `${error.field} cannot be rendered.` : error.message;
    log.warn({ ...about, reason }, 'could not render customer content');
    return null;
  }
}

const causeOf = ({ cause }: ContentFault): string =>
  cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
