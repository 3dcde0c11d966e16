import type { paths } from '../../client/src/api-types';

type Method = 'post' | 'put' | 'patch' | 'delete';
type BodyOf<Operation> = Operation extends { requestBody?: { content: { 'application/json': infer Body } } }
  ? Body
  : never;

/** Bodies with only the required fields, by path and method. The client types must accept them. */
export const smallestBodies: {
  [Path in keyof paths]?: { [Name in Method]?: readonly BodyOf<NonNullable<paths[Path][Name]>>[] };
} = {
  '/api/events': {
    post: [
      { workspaceKey: 'svc_pk_example', type: 'signed_up', visitorId: 'v-8f14e45f', url: 'https://shop.example/' },
    ],
  },
  '/api/v1/events': {
    post: [{ type: 'order_placed', email: 'ada@example.com' }],
  },
  '/api/identity': {
    post: [{ visitorId: 'v-8f14e45f', leadId: 'eus_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/identity/undo': {
    post: [{ visitorId: 'v-8f14e45f', leadId: 'eus_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/identity/stitch': {
    post: [{ visitorId: 'v-8f14e45f', email: 'ada@example.com' }],
  },
  '/api/experiments/{id}/assign': {
    post: [{ visitorId: 'v-8f14e45f' }],
  },
  '/api/experiments/{id}/promote': {
    post: [{ variantId: 'short' }],
  },
  '/api/experiments/{id}/preview-link': {
    post: [{ variantId: 'short' }],
  },
  '/api/install-check': {
    post: [{ url: 'https://shop.example.com/' }],
  },
  '/api/experiments/{id}/share-links': {
    post: [{}],
  },
  '/api/experiments': {
    post: [{ name: 'Short form', surface: '/sign-up', variants: [{ id: 'control' }, { id: 'short' }] }],
    patch: [{ id: 'exp_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/experiments/{id}': {
    patch: [{}],
  },
  '/api/experiments/power': {
    post: [{ baselineRate: 0.04 }],
  },
  '/api/beliefs': {
    post: [{ statement: 'Shorter forms convert better' }],
  },
  '/api/beliefs/{id}': {
    patch: [{}],
  },
  '/api/beliefs/{id}/update-confidence': {
    post: [{ type: 'observation', delta: 0.03 }],
  },
  '/api/conversion-goals': {
    post: [{ name: 'Pro bought' }],
    patch: [{ id: 'cnv_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/conversion-goals/{id}': {
    patch: [{}],
  },
  '/api/targets': {
    post: [{ metric: 'monthly_signups', target: 500, deadline: '2027-03-31' }],
    patch: [{ id: 'tgt_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/targets/{id}': {
    patch: [{}],
  },
  '/api/goals': {
    post: [{ metric: 'monthly_signups', target: 500, deadline: '2027-03-31' }],
    patch: [{ id: 'tgt_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/goals/{id}': {
    patch: [{}],
  },
  '/api/end-users': {
    post: [{}],
  },
  '/api/end-users/import': {
    post: [{ rows: [{ email: 'ada@example.com' }] }],
  },
  '/api/end-users/{id}': {
    patch: [{}],
  },
  '/api/end-users/{id}/events': {
    post: [{ type: 'call_completed' }],
  },
  '/api/journeys': {
    post: [{ name: 'Welcome' }],
  },
  '/api/journeys/{id}': {
    patch: [{ updatedAt: '2026-01-05T09:00:00.000Z' }],
    put: [
      { updatedAt: '2026-01-05T09:00:00.000Z' },
      {
        updatedAt: '2026-01-05T09:00:00.000Z',
        steps: [
          { id: 'greet', kind: 'send', communicationId: 'com_01h455vb4pex5vsknk084sn02q', next: 'pause' },
          { id: 'pause', kind: 'wait', duration: 'P1D', next: 'paid' },
          {
            id: 'paid',
            kind: 'wait',
            untilEvent: { eventName: 'purchase', timeout: 'P1D', timeoutNext: 'end' },
            next: 'which',
          },
          {
            id: 'which',
            kind: 'branch',
            arms: [{ id: 'pro', when: { field: 'attributes.plan', operator: 'equals', value: 'pro' }, next: 'call' }],
            else: 'end',
          },
          { id: 'call', kind: 'webhook', url: 'https://crm.example.com/hooks/apex', next: 'end' },
          { id: 'end', kind: 'exit' },
        ],
      },
    ],
  },
  '/api/journeys/{id}/executions': {
    post: [{ endUserId: 'eus_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/journeys/{id}/executions/bulk': {
    post: [
      { action: 'retry', where: {} },
      { action: 'cancel', where: { version: 1, stepId: 'pause', startedBefore: '2026-11-30T12:00:00Z' }, dryRun: true },
    ],
  },
  '/api/journeys/{id}/executions/{executionId}/actions': {
    post: [
      { action: 'move_on', stepId: 'pause' },
      { action: 'end', reason: 'asked by support' },
    ],
  },
  '/api/journeys/internal/start-execution': {
    post: [
      {
        workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q',
        journeyId: 'jrn_01h455vb4pex5vsknk084sn02q',
        endUserId: 'eus_01h455vb4pex5vsknk084sn02q',
        idempotencyKey: 'order-4711',
      },
    ],
  },
  '/api/journeys/internal/dispatch': {
    post: [{ workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q', event: { type: 'order_placed' } }],
  },
  '/api/journeys/internal/forget-end-user': {
    post: [{ workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q', endUserId: 'eus_01h455vb4pex5vsknk084sn02q' }],
  },
  '/api/journeys/{id}/simulate': {
    post: [{ subjectAttributes: {} }],
  },
  '/api/journeys/{id}/test-webhook': {
    post: [
      { step: { id: 'tell-crm', kind: 'webhook', url: 'https://crm.example.com/hooks/apex' }, subjectAttributes: {} },
    ],
  },
  '/api/journeys/translate': {
    post: [{ provider: 'mailchimp', export: {} }],
  },
  '/api/journeys/import': {
    post: [{ bundle: { source: 'handmade' } }],
  },
  '/api/journeys/internal/translate-external': {
    post: [{ provider: 'mailchimp', export: {} }],
  },
  '/api/journeys/internal/import-bundle': {
    post: [{ workspaceId: 'wsp_01h455vb4pex5vsknk084sn02q', bundle: { source: 'handmade' } }],
  },
  '/api/trigger-contracts': {
    post: [{ eventName: 'purchase' }],
  },
  '/api/trigger-contracts/{id}': {
    patch: [{}],
  },
  '/api/audiences': {
    post: [
      { name: 'Everyone', condition: { all: [] } },
      { name: 'Recent buyers', condition: { event: 'purchase', within: 'P30D' } },
    ],
  },
  '/api/audiences/preview': {
    post: [{ condition: { all: [] } }],
  },
  '/api/audiences/{id}': {
    patch: [{}],
  },
  '/api/suppressions': {
    post: [{ email: 'ada@example.com' }],
  },
  '/api/suppressions/import': {
    post: [{ addresses: ['ada@example.com'] }],
  },
  '/api/suppressions/{id}': {
    patch: [{ reason: 'complaint' }],
  },
  '/api/communications': {
    post: [{ name: 'Welcome', commType: 'marketing' }],
  },
  '/api/communications/{id}': {
    patch: [{}],
  },
  '/api/communications/preview': {
    post: [{ commType: 'marketing' }],
  },
  '/api/communications/{id}/preview': {
    post: [{}],
  },
  '/api/communications/{id}/test': {
    post: [{}],
  },
  '/api/webhooks/ses': {
    post: [
      {
        Type: 'Notification',
        MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
        TopicArn: 'arn:aws:sns:us-east-1:123456789012:apex-mail',
        Message: '{"eventType":"Delivery","mail":{"messageId":"…"}}',
        Timestamp: '2026-01-01T00:00:00.000Z',
        SignatureVersion: '2',
        Signature: 'EXAMPLE',
        SigningCertURL: 'https://sns.us-east-1.amazonaws.com/SimpleNotificationService-0123456789abcdef.pem',
      },
    ],
  },
  '/api/session': {
    post: [{ email: 'ada@acme.example', password: 'correct horse battery' }],
  },
  '/api/session/link': {
    post: [{ token: 'b3BlbnMtYS1zZXNzaW9uLW9uY2UtYW5kLW5vLW1vcmUtLi4' }],
  },
  '/api/session/oidc': {
    post: [{ totp: '123456' }],
  },
  '/api/account/totp': {
    post: [{}],
    delete: [{ password: 'correct horse battery' }, { code: '123456' }],
  },
  '/api/session/workspace': {
    post: [{ workspaceId: 'wsp_1' }],
  },
  '/api/session/password': {
    post: [{ currentPassword: 'correct horse battery', newPassword: 'a different long password' }],
  },
  '/api/password-reset': {
    post: [{ email: 'ada@acme.example' }],
  },
  '/api/password-reset/{token}': {
    post: [{ password: 'a different long password' }],
  },
  '/api/session/notifications': {
    patch: [{}],
  },
  '/api/members': {
    post: [{ email: 'grace@acme.example' }],
  },
  '/api/members/accept': {
    post: [{ token: 'wsp_1.inv_1.signature', password: 'correct horse battery' }],
  },
  '/api/members/{id}': {
    patch: [{ role: 'admin' }],
  },
  '/api/keys': {
    post: [{ name: 'CI' }],
  },
  '/api/keys/{id}': {
    patch: [{ name: 'CI, main branch' }],
  },
  '/api/transactional-api-keys': {
    post: [{ name: 'Billing service' }],
  },
  '/api/v1/transactional/send': {
    post: [{ to: 'ada@example.com', commId: 'password-reset' }],
  },
  '/api/metrics/{connectorType}/import': {
    post: [{ rows: [{}] }],
  },
  '/api/connections': {
    post: [{ connectorType: 'linkedin_ads', accountId: '512345678', credentials: { accessToken: 'access-token' } }],
  },
  '/api/connections/{id}': {
    patch: [{}],
  },
  '/api/workspace': {
    patch: [{}],
  },
  '/api/workspaces': {
    post: [{ name: 'Acme' }],
  },
  '/api/workspaces/{id}': {
    delete: [{ name: 'Acme' }],
  },
  '/api/internal/workspaces/{id}': {
    patch: [{ plan: 'growth' }],
  },
  '/api/workspace/webhook-secret/rotate': {
    post: [{}],
  },
  '/api/workspace/secrets/{name}': {
    put: [{ value: 'a token of your CRM' }],
  },
};
