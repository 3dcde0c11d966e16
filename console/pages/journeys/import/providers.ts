import type { Provider } from '../../../../domain/journeys/import/schemas';

export const providerNames: Record<Provider, string> = {
  klaviyo: 'Klaviyo',
  braze: 'Braze',
  customerio: 'Customer.io',
  mailchimp: 'Mailchimp',
};

/** The required content of an export, by provider. */
export const neededOf: Record<Provider, string> = {
  klaviyo:
    'The response of GET /api/flows/{id}?additional-fields[flow]=definition. Add its templates and metrics as included, ' +
    'next to data. Without them, messages have no content.',
  braze: 'The response of GET /canvas/details.',
  customerio:
    'An object with campaign from GET /v1/campaigns/{id}, and actions from all pages of GET /v1/campaigns/{id}/actions.',
  mailchimp:
    'An object with automation from GET /automations/{id}, and emails from GET /automations/{id}/emails. Each email has the ' +
    'response of GET /campaigns/{id}/content as its content.',
};

export const neededOfBundle =
  'A bundle: the response of POST /api/journeys/translate, or your own object with source and lists of journeys, communications, ' +
  'audiences and triggerContracts.';
