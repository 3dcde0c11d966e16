import type { CommType } from '../../domain/communications/schemas';
import { findCatalogTemplate } from '../../domain/email/catalog/catalog';
import type { InspectedContent } from '../../domain/email/content-problems';
import type { ContentReferences, Templates } from '../../domain/email/content-references';
import { invalid } from '../../domain/errors';

/** Parses templates; on a thread, as that may take long. Called outside of a transaction: it waits with neither connection nor lock. */
export type InspectTemplates = (content: Templates, commType: CommType) => Promise<InspectedContent>;

/** @returns what the templates refer to @throws AppError VALIDATION_ERROR for templates that cannot be read */
export async function findReferences(
  inspect: InspectTemplates,
  { slots, html, text, commType }: Templates & { commType: CommType },
): Promise<ContentReferences> {
  const { problems, references } = await inspect({ slots, html, text }, commType);
  if (problems.length === 0) return references;
  const reasons = problems.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw invalid(`The content cannot be saved: ${reasons}`, problems);
}

/**
 * Sends name a template of the catalog, and only transactional ones can be sent so.
 * @throws AppError VALIDATION_ERROR for a marketing communication in its place
 */
export function assertCatalogType(id: string | undefined, commType: CommType | undefined): void {
  if (commType !== 'marketing' || id === undefined || findCatalogTemplate(id) === null) return;
  const message = 'A communication that overrides a catalog template must be transactional.';
  throw invalid(message, [{ path: 'commType', message }]);
}
