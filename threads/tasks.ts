import type { z } from 'zod';
import type { CommType } from '../domain/communications/schemas';
import type { Templates } from '../domain/email/content-references';
import { inspectContent, type InspectedContent } from '../domain/email/content-problems';
import { previewMessage, type MessagePreview, type PreviewedContent } from '../domain/email/preview';
import {
  renderTransactional,
  type TransactionalResult,
  type TransactionalTemplate,
} from '../domain/email/render-transactional';
import type { Branding } from '../domain/senders/branding';
import { threadLimits } from '../domain/email/template';
import { instrumentHtml, type Tracking } from '../domain/email/instrument';
import { assertImportable } from '../domain/journeys/import/bundle';
import { importBundleBody, translateExternalBody, type Bundle } from '../domain/journeys/import/schemas';
import { translateExternal } from '../domain/journeys/import/translate';
import { parseRows, type ParsedRows } from '../domain/metrics/parse-rows';
import { readCsvRows } from '../domain/metrics/read-csv-rows';
import { checkStorable, parseJson } from '../domain/json/parse-json';
import { validate } from '../domain/validate';

/** What threads do: pure, so that one can be ended at any time. What goes in and out is copied (structured clone). */
export const tasks = {
  inspectContent: ({ content, commType }: { content: Templates; commType: CommType }): InspectedContent =>
    inspectContent(content, commType),

  renderTransactional: (given: {
    template: TransactionalTemplate;
    variables: Record<string, unknown>;
    sender: Branding | null;
  }): TransactionalResult => renderTransactional(given.template, given.variables, given.sender, threadLimits),

  previewMessage: (given: {
    content: PreviewedContent;
    surroundings: Parameters<typeof previewMessage>[1];
  }): MessagePreview => previewMessage(given.content, given.surroundings, threadLimits),

  instrumentHtml: ({ html, tracking }: { html: string; tracking: Tracking }): string => instrumentHtml(html, tracking),

  readCsvRows: (text: string): { rows: unknown[] } => readCsvRows(text),

  parseRows: ({ rows, lastDate }: { rows: readonly unknown[]; lastDate: string }): ParsedRows =>
    parseRows(rows, lastDate),

  translateExternal(text: string): Bundle {
    const { provider, export: exported } = validate(translateExternalBody, jsonOf(text), 'body');
    return translateExternal(provider, exported);
  },

  readBundle(text: string): z.output<typeof importBundleBody> {
    const body = validate(importBundleBody, jsonOf(text), 'body');
    assertImportable(body.bundle);
    return body;
  },
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

function jsonOf(text: string): unknown {
  const value = parseJson(text);
  checkStorable(value, 'body');
  return value;
}
