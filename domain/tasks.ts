import type { z } from 'zod';
import type { Role } from './accounts/permissions';
import type { CommType } from './communications/schemas';
import type { Templates } from './email/content-references';
import { inspectContent, type InspectedContent } from './email/content-problems';
import { renderMarketing, type RenderContext, type RenderedMessage } from './email/render';
import { previewMessage, type MessagePreview, type PreviewedContent } from './email/preview';
import {
  renderTransactional,
  type TransactionalResult,
  type TransactionalTemplate,
} from './email/render-transactional';
import type { Branding } from './senders/branding';
import { TemplateError, threadLimits, type AllowanceLimits } from './email/template';
import { countLinksAtMost, instrumentHtml, type InstrumentedHtml, type Tracking } from './email/instrument';
import { checkPage, type CheckedPage } from './install/check-page';
import type { Finding } from './install/findings';
import { assertImportable, type ReadBundle } from './journeys/import/bundle';
import { assertMayImport } from './journeys/import/permissions';
import { importBundleBody, importOwnBundleBody, translateExternalBody, type Bundle } from './journeys/import/schemas';
import { objectOf } from './journeys/import/read-json';
import { assertFewValues, translateExternal } from './journeys/import/translate';
import { simulate } from './journeys/simulation/simulate';
import { withRenderers, type Simulation } from './journeys/simulation/simulated-messages';
import { parseRows, type ParsedRows } from './metrics/parse-rows';
import { readCsvRows } from './metrics/read-csv-rows';
import { checkStorable, parseJson } from './json/parse-json';
import { validate } from './validate';
import { readTextTemplate, type TextTemplates } from './journeys/steps/read-text-template';
import {
  renderStep,
  type RenderedStep,
  type StepTemplates,
  type UnusableStep,
  type WebhookContext,
} from './webhooks/render-step';

/** A marketing message to render, and the data for its links and pixel; null if it is not tracked. */
export interface MarketingMessage {
  content: Templates;
  context: RenderContext;
  unsubscribeUrl: string;
  viewUrl: string;
  sender: Branding;
  tracking: Tracking | null;
}

/** A marketing message ready to send. */
export interface TrackedMessage extends RenderedMessage {
  /** Set if its links are not tracked because the HTML would become too long. */
  hasPlainLinks?: true;
}

/** @throws TemplateError as {@link renderMarketing} */
export function renderTracked(given: MarketingMessage, limits: AllowanceLimits): TrackedMessage {
  const { content, context, unsubscribeUrl, viewUrl, sender, tracking } = given;
  const message = renderMarketing(content, context, unsubscribeUrl, { sender, viewUrl, limits });
  if (tracking === null) return message;
  const isWithin = message.html.length <= limits.output && countLinksAtMost(message.html) <= limits.links;
  if (!isWithin) throw new TemplateError('html', 'html limit exceeded');
  const { html, isTooLong } = instrumentHtml(message.html, tracking);
  return { ...message, html, ...(isTooLong ? { hasPlainLinks: true } : {}) };
}

/**
 * Tasks for threads. They are pure functions, so they can be ended at any time. Inputs and outputs are copied
 * (structured clone).
 */
export const tasks = {
  inspectContent: ({ content, commType }: { content: Templates; commType: CommType }): InspectedContent =>
    inspectContent(content, commType),

  renderTransactional: (given: {
    template: TransactionalTemplate;
    variables: Record<string, unknown>;
    sender: Branding | null;
  }): TransactionalResult => renderTransactional(given.template, given.variables, given.sender, threadLimits),

  renderMarketing: (given: MarketingMessage): TrackedMessage => renderTracked(given, threadLimits),

  renderWebhook: ({
    templates,
    context,
  }: {
    templates: StepTemplates;
    context: WebhookContext;
  }): RenderedStep | UnusableStep => renderStep(templates, context, threadLimits),

  simulate: (given: Simulation): ReturnType<typeof simulate> => simulate(withRenderers(given, threadLimits)),

  previewMessage: (given: {
    content: PreviewedContent;
    context: Parameters<typeof previewMessage>[1];
  }): MessagePreview => previewMessage(given.content, given.context, threadLimits),

  instrumentHtml: ({ html, tracking }: { html: string; tracking: Tracking }): InstrumentedHtml =>
    instrumentHtml(html, tracking),

  checkPage: (given: CheckedPage): Finding[] => checkPage(given),

  readCsvRows: (text: string): { rows: unknown[] } => readCsvRows(text),

  parseRows: ({ rows, lastDate }: { rows: readonly unknown[]; lastDate: string }): ParsedRows =>
    parseRows(rows, lastDate),

  translateExternal(text: string): Bundle {
    const body = jsonOf(text);
    assertFewValues(body);
    const { provider, export: exported } = validate(translateExternalBody, body, 'body');
    return translateExternal(provider, exported);
  },

  readBundle(text: string): z.output<typeof importBundleBody> & ReadBundle {
    const body = validate(importBundleBody, jsonOf(text), 'body');
    return { ...body, references: assertImportable(body.bundle) };
  },

  /** Reads a bundle that a member imports into their own workspace. First refuses items that the role may not write. */
  readOwnBundle({ text, role }: { text: string; role: Role }): ReadBundle {
    const body = jsonOf(text);
    assertMayImport(role, objectOf(body)['bundle']);
    const { bundle } = validate(importOwnBundleBody, body, 'body');
    return { bundle, references: assertImportable(bundle) };
  },

  readTextTemplates: (sources: readonly string[]): TextTemplates =>
    new Map(sources.map((source) => [source, readTextTemplate(source)])),
};

export type Tasks = typeof tasks;
export type TaskName = keyof Tasks;

function jsonOf(text: string): unknown {
  const value = parseJson(text);
  checkStorable(value, 'body');
  return value;
}
