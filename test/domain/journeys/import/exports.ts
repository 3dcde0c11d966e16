import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createAllowance, loopLimits, renderField } from '../../../../domain/email/template';
import type { JsonRecord } from '../../../../domain/journeys/import/read-json';
import type { Bundle, Provider, Unmapped } from '../../../../domain/journeys/import/schemas';
import {
  translateTemplate,
  type Dialect,
  type Inserts,
  type TemplateFormat,
} from '../../../../domain/journeys/import/templates/translate-template';
import { translateExternal } from '../../../../domain/journeys/import/translate';
import type { JourneyStep } from '../../../../domain/journeys/schemas';

/** Sample exports based on the providers' public references. */

const files: Record<Provider, string> = {
  klaviyo: 'klaviyo-flow',
  braze: 'braze-canvas',
  customerio: 'customerio-campaign',
  mailchimp: 'mailchimp-automation',
};

export const providers = Object.keys(files) as Provider[];

/** Returns a new copy of a sample. */
export const sampleExport = (provider: Provider): JsonRecord =>
  JSON.parse(readFileSync(path.join(__dirname, 'fixtures', `${files[provider]}.json`), 'utf8')) as JsonRecord;

/**
 * Translates a template and renders it.
 * @returns the text, and the severities and tags of the notes: `error {% x %}`
 */
export function renderedTemplate(
  dialect: Dialect,
  template: string,
  { scope = {}, ...use }: { scope?: object; format?: TemplateFormat; inserts?: Inserts } = {},
): { text: string; notes: string[] } {
  const { text, notes } = translateTemplate(template, dialect, { format: 'html', ...use });
  const allowance = createAllowance({ ...loopLimits, nodes: 10_000, ms: 1_000, memory: 500_000 });
  return {
    text: renderField({ field: 'html', source: text, output: 'text' }, scope, allowance),
    notes: notes.map(({ severity, tag }) => `${severity} ${tag}`),
  };
}

/** Steps of a translated sample by id, and notes about parts that could not be converted. */
export function translatedSample(provider: Provider): {
  bundle: Bundle;
  journey: Bundle['journeys'][number];
  step: (id: string) => JourneyStep | undefined;
  notes: (sourceId: string) => Pick<Unmapped, 'reason' | 'severity'>[];
} {
  const bundle = translateExternal(provider, sampleExport(provider));
  const journey = bundle.journeys[0] as Bundle['journeys'][number];
  return {
    bundle,
    journey,
    step: (id) => journey.steps?.find((step) => step.id === id),
    notes: (sourceId) =>
      bundle.unmapped.filter((one) => one.sourceId === sourceId).map(({ reason, severity }) => ({ reason, severity })),
  };
}
