import { findCatalogTemplate } from '../email/catalog/catalog';
import type { TransactionalTemplate } from '../email/render-transactional';
import { membershipHint } from '../notices/notice-template';
import { digestContent } from './digest-content';
import { digestHtml } from './digest-html';
import { digestText } from './digest-text';
import { describePeriod, digestPeriod } from './digest-time';
import { summaryVariables, type WeeklySummary } from './weekly-summary';

interface DigestReader {
  /** The digest's date, local to the workspace, ISO 8601. */
  date: string;
  /** Base of links, without a trailing slash. */
  consoleUrl: string;
  /** Name of the member; empty if unknown. */
  name: string;
  workspaceName: string;
}

/** The built-in message, and the variables that a workspace's own template can use. */
export interface DigestMessage {
  template: TransactionalTemplate;
  variables: Record<string, string>;
}

/** Creates the message of a digest from its stored figures, the same each time. */
export function digestMessage(
  summary: WeeklySummary,
  { date, consoleUrl, name, workspaceName }: DigestReader,
): DigestMessage {
  const catalog = findCatalogTemplate('weekly-digest');
  if (catalog === null) throw new RangeError('The catalog has no template "weekly-digest".');
  const { content } = catalog;
  const period = digestPeriod(date);
  const described = digestContent(summary, period);
  return {
    template: {
      ...content,
      slots: {
        ...content.slots,
        body: `${digestHtml(described, consoleUrl)}<p style="margin:28px 0 0;font-size:13px">${membershipHint}</p>`,
      },
      text: `${content.slots.headline}\n\n{{ digest_text }}\n\n${content.slots.ctaLabel}: {{ digest_url }}\n\n${membershipHint}`,
      // Those of the catalog are of its own body.
      references: undefined,
    },
    variables: {
      digest_url: consoleUrl,
      name,
      org_name: workspaceName,
      period: describePeriod(period),
      digest_text: digestText(described, consoleUrl),
      ...summaryVariables(summary),
    },
  };
}
