import { z } from 'zod';
import { createCommunicationBody } from '../../communications/schemas';
import { condition } from '../../conditions/schemas';
import { jsonObject, jsonText, shownText } from '../../json/schemas';
import { textLimits } from '../../text-limits';
import { createTriggerContractBody } from '../../trigger-contracts/schemas';
import { createJourneyBody } from '../schemas';

/**
 * Shapes of bundles: journeys and their dependencies, translated from another provider.
 */

export const provider = z.enum(['klaviyo', 'braze', 'customerio', 'mailchimp']);

const externalId = jsonText(100, 1).meta({
  description: 'Stable name of the item. References in the bundle and later imports use it.',
  example: 'klaviyo:flow:XVTP5Q',
});

const unmapped = z
  .strictObject({
    sourceId: z.string().meta({ description: 'Id of the part of the export. Empty if it has none.' }),
    path: z.string().meta({ description: 'Dotted path in the export.', example: 'campaign.type' }),
    reason: z.string(),
    severity: z.enum(['info', 'warning', 'error']).meta({
      description:
        'error: fix it before publishing. warning: something ' +
        'was removed or approximated. info: for your information.',
    }),
  })
  .meta({ id: 'Unmapped' });

/** Items are named by `externalId`, so an import cannot override a template of the catalog. */
export const bundleCommunication = createCommunicationBody.omit({ id: true }).extend({
  externalId,
  tracking: z.boolean().default(true),
  problem: jsonText(textLimits.longText, 1)
    .optional()
    .meta({ description: 'Why the message must be edited before a journey that sends it can be published.' }),
});
export const bundleAudience = z.strictObject({ externalId, name: shownText(200), condition });
export const bundleTriggerContract = createTriggerContractBody.extend({ externalId });
export const bundleJourney = createJourneyBody.extend({ externalId });

export const bundle = z
  .strictObject({
    source: jsonText(100, 1).meta({ description: 'Source of the bundle: a provider or a name of your choice.' }),
    journeys: z.array(bundleJourney).max(100).default([]),
    communications: z.array(bundleCommunication).max(1_000).default([]),
    audiences: z.array(bundleAudience).max(1_000).default([]),
    triggerContracts: z.array(bundleTriggerContract).max(1_000).default([]),
    unmapped: z.array(unmapped).max(10_000).default([]),
  })
  .meta({
    id: 'Bundle',
    description: 'audienceId, triggerContractId and communicationId refer to items of the bundle by their externalId.',
  });

export const translateExternalBody = z.strictObject({ provider, export: jsonObject }).meta({
  id: 'TranslateExternal',
  examples: [
    {
      provider: 'mailchimp',
      export: {
        automation: { id: '57afe96172', settings: { title: 'Welcome' }, trigger_settings: { workflow_type: 'api' } },
        emails: [{ id: 'a1', position: 1, settings: { subject_line: 'Hello, *|FNAME|*' }, html: '<p>Welcome.</p>' }],
      },
    },
  ],
});

export const importBundleBody = z.strictObject({ workspaceId: z.string().min(1).max(100), bundle }).meta({
  id: 'ImportBundle',
  examples: [
    {
      workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q',
      bundle: {
        source: 'handmade',
        triggerContracts: [{ externalId: 'signup', eventName: 'signed_up' }],
        communications: [
          { externalId: 'hello', name: 'Hello', commType: 'marketing', slots: { subject: 'Hello', body: 'Welcome.' } },
        ],
        journeys: [
          {
            externalId: 'welcome',
            name: 'Welcome',
            triggerContractId: 'signup',
            steps: [
              { id: 'hello', kind: 'send', communicationId: 'hello', next: 'end' },
              { id: 'end', kind: 'exit' },
            ],
          },
        ],
      },
    },
  ],
});

export const importOwnBundleBody = z.strictObject({ bundle }).meta({
  id: 'ImportOwnBundle',
  examples: [
    {
      bundle: {
        source: 'handmade',
        audiences: [
          {
            externalId: 'pro',
            name: 'On the pro plan',
            condition: { field: 'attributes.plan', operator: 'equals', value: 'pro' },
          },
        ],
        journeys: [{ externalId: 'greeting', name: 'Greeting', audienceId: 'pro' }],
      },
    },
  ],
});

const count = z.number().int();
const countsOfContract = z.object({ journeys: count, communications: count, audiences: count });
const counts = countsOfContract.extend({ triggerContracts: count }).meta({ id: 'BundleCounts' });

/** The response of the internal route. */
export const importedBundle = z
  .object({ created: countsOfContract, updated: countsOfContract, unchanged: countsOfContract })
  .meta({ id: 'ImportedBundle' });

const importedItem = z
  .object({
    kind: z.enum(['journey', 'communication', 'audience', 'trigger_contract']),
    externalId: z.string(),
    id: z.string().meta({ description: 'Id in the workspace.' }),
    result: z.enum(['created', 'updated', 'unchanged']),
  })
  .meta({ id: 'ImportedItem' });

export const importedOwnBundle = z
  .object({
    created: counts,
    updated: counts,
    unchanged: counts,
    items: z.array(importedItem).meta({ description: 'The resulting record for each item of the bundle.' }),
  })
  .meta({ id: 'ImportedOwnBundle' });

export type Provider = z.infer<typeof provider>;
export type Unmapped = z.infer<typeof unmapped>;
export type Severity = Unmapped['severity'];
export type Bundle = z.output<typeof bundle>;
export type BundleJourney = z.output<typeof bundleJourney>;
export type ImportedCounts = z.infer<typeof counts>;
export type ImportedItem = z.infer<typeof importedItem>;
export type ItemKind = ImportedItem['kind'];
