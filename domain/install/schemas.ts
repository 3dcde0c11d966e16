import { z } from 'zod';
import { longestUrl } from '../events/event-url';

const pageUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https URL, such as https://shop.example.com/' })
  .max(longestUrl);

export const checkInstallBody = z
  .strictObject({ url: pageUrl.meta({ description: 'The page to check. Redirects are followed.' }) })
  .meta({ id: 'CheckInstall', examples: [{ url: 'https://shop.example.com/' }] });

export const findingCodes = [
  ...['unreachable', 'not_public', 'too_many_redirects', 'redirected', 'error_status', 'not_html', 'unreadable'],
  ...['snippet_found', 'snippet_in_code', 'snippet_missing', 'tag_manager', 'rendered_in_browser'],
  ...['no_key', 'wrong_key', 'other_address', 'local_address', 'mixed_content', 'module', 'loaded_twice', 'no_stub'],
  ...['in_body', 'script_blocked', 'stub_blocked', 'connection_blocked', 'waits_for_consent'],
  ...['consent_tool', 'automatic_events_off', 'do_not_track'],
] as const;

const finding = z
  .object({
    code: z.enum(findingCodes),
    severity: z.enum(['good', 'info', 'warning', 'error']),
    message: z.string().meta({ description: 'What the check found.' }),
    remedy: z.string().nullable().meta({ description: 'What to do. Null if nothing needs to be done.' }),
  })
  .meta({ id: 'InstallFinding' });

export const installCheck = z
  .object({
    url: z.string().meta({ description: 'The address of the page, after redirects.' }),
    status: z.number().int().nullable().meta({ description: 'The HTTP status. Null without a response.' }),
    result: z.enum(['good', 'warning', 'error', 'unknown', 'not_checked']).meta({
      description:
        '`unknown`: the page may add the snippet in the browser, which the check cannot see. `not_checked`: there was ' +
        'no page to check.',
    }),
    findings: z.array(finding),
  })
  .meta({ id: 'InstallCheck' });

const named = z.object({ id: z.string(), name: z.string() });

export const gettingStarted = z
  .object({
    publicUrl: z.string().meta({ description: 'The address of the API for pages and servers.' }),
    mailSinkUrl: z
      .string()
      .nullable()
      .meta({ description: 'Where sent email is shown instead of being delivered. Null with a real provider.' }),
    workspaceKey: z.string(),
    isHidden: z.boolean().meta({ description: 'Whether the workspace hides Getting started in the navigation.' }),
    isDone: z.boolean().meta({ description: 'Whether all steps are done.' }),
    event: z
      .object({
        type: z.string(),
        url: z.string().nullable(),
        title: z.string().nullable().meta({ description: 'The title of the page, for page views.' }),
        receivedAt: z.iso.datetime(),
      })
      .nullable()
      .meta({ description: 'The last event, if possible of a page. Null until the first one is stored.' }),
    eventTypes: z.array(z.string()).meta({
      description:
        'Types of recent events that can be a conversion, the most frequent first, without automatic events.',
    }),
    conversion: named.nullable().meta({ description: 'The first conversion.' }),
    experiment: named.nullable().meta({ description: 'The first experiment.' }),
    journey: named.nullable().meta({ description: 'The first journey that was published.' }),
    draftJourney: named.nullable().meta({ description: 'The last changed journey that was never published.' }),
    communication: named.nullable().meta({ description: 'The newest marketing message.' }),
    emailSentAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When the first test email, or another email, was sent.' }),
    admins: z.array(z.string()).meta({ description: 'Names of up to 5 owners and admins, owners first.' }),
  })
  .meta({ id: 'GettingStarted' });
