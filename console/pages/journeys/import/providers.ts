import type { Provider } from '../../../../domain/journeys/import/schemas';

export const providerNames: Record<Provider, string> = {
  klaviyo: 'Klaviyo',
  braze: 'Braze',
  customerio: 'Customer.io',
  mailchimp: 'Mailchimp',
};

/** What an export of each has to hold. */
export const neededOf: Record<Provider, string> = {
  klaviyo:
    'The answer of GET /api/flows/{id}?additional-fields[flow]=definition. Put the templates and metrics that it names ' +
    'beside its data, as included: without them messages have no content.',
  braze: 'The answer of GET /canvas/details.',
  customerio:
    'An object of two parts: campaign, of GET /v1/campaigns/{id}, and actions, of all pages of GET /v1/campaigns/{id}/actions.',
  mailchimp:
    'An object of two parts: automation, of GET /automations/{id}, and emails, of GET /automations/{id}/emails, each with ' +
    'the answer of GET /campaigns/{id}/content as its content.',
};

export const neededOfBundle =
  'A bundle: the answer of POST /api/journeys/translate, or one written by hand, with source and lists of journeys, communications, ' +
  'audiences and triggerContracts.';
