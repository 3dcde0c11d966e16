/**
 * The access rule of every operation in the OpenAPI document. It is written by hand and not derived from the routes, so
 * that a route with the wrong access is found.
 *
 * Add a line here for a new operation. `member`, `admin` and `owner` are the lowest role with access. A server key
 * (svc_sk_) counts as an admin, a user key (svc_uk_) as its user.
 */
export const accessTable = {
  'POST /api/events': 'public',
  'POST /api/v1/events': 'server',

  'GET /api/identity': 'member',
  'POST /api/identity': 'member',

  'GET /api/apex-js': 'public',
  'GET /api/apex-js/{version}.js': 'public',

  'GET /api/experiments/active': 'public',
  'GET /api/experiments': 'member',
  'POST /api/experiments': 'member',
  'PATCH /api/experiments': 'member',
  'POST /api/experiments/power': 'member',
  'GET /api/experiments/summary': 'member',
  'GET /api/experiments/{id}': 'member',
  'PATCH /api/experiments/{id}': 'member',
  'DELETE /api/experiments/{id}': 'member',
  'GET /api/experiments/{id}/results': 'member',
  'GET /api/experiments/{id}/audit': 'member',
  'POST /api/experiments/{id}/assign': 'member',
  'POST /api/experiments/{id}/promote': 'admin',
  'POST /api/experiments/{id}/preview-link': 'member',
  'GET /api/experiments/{id}/checklist': 'member',
  'GET /api/experiments/{id}/share-links': 'admin',
  'POST /api/experiments/{id}/share-links': 'admin',
  'DELETE /api/experiments/{id}/share-links/{linkId}': 'admin',
  'GET /api/shared/experiments/{token}': 'public',

  'GET /api/conversion-goals': 'member',
  'POST /api/conversion-goals': 'member',
  'PATCH /api/conversion-goals': 'member',
  'DELETE /api/conversion-goals': 'member',
  'GET /api/conversion-goals/{id}': 'member',
  'PATCH /api/conversion-goals/{id}': 'member',
  'DELETE /api/conversion-goals/{id}': 'member',

  'GET /api/targets': 'member',
  'POST /api/targets': 'member',
  'PATCH /api/targets': 'member',
  'DELETE /api/targets': 'member',
  'GET /api/targets/{id}': 'member',
  'PATCH /api/targets/{id}': 'member',
  'DELETE /api/targets/{id}': 'member',
  'GET /api/goals': 'member',
  'POST /api/goals': 'member',
  'PATCH /api/goals': 'member',
  'DELETE /api/goals': 'member',
  'GET /api/goals/{id}': 'member',
  'PATCH /api/goals/{id}': 'member',
  'DELETE /api/goals/{id}': 'member',

  'POST /api/identity/undo': 'member',
  'POST /api/identity/stitch': 'public',

  'GET /api/end-users': 'member',
  'POST /api/end-users': 'member',
  'GET /api/end-users/{id}': 'member',
  'PATCH /api/end-users/{id}': 'member',
  'POST /api/end-users/{id}/events': 'member',

  'GET /api/journeys': 'member',
  'POST /api/journeys': 'member',
  'GET /api/journeys/figures': 'member',
  'GET /api/journeys/{id}': 'member',
  'PATCH /api/journeys/{id}': 'member',
  'PUT /api/journeys/{id}': 'member',
  'POST /api/journeys/{id}/publish': 'admin',
  'POST /api/journeys/{id}/pause': 'admin',
  'POST /api/journeys/{id}/resume': 'admin',
  'POST /api/journeys/{id}/archive': 'admin',
  'POST /api/journeys/{id}/draft': 'member',
  'GET /api/journeys/{id}/versions': 'member',
  'GET /api/journeys/{id}/audit': 'member',
  'GET /api/journeys/{id}/executions': 'member',
  'GET /api/journeys/{id}/executions/{executionId}': 'member',
  'GET /api/journeys/{id}/executions/{executionId}/messages/{stepId}': 'member',
  'POST /api/journeys/{id}/executions/{executionId}/cancel': 'admin',
  'POST /api/journeys/{id}/executions/{executionId}/sends/{stepId}/resend': 'admin',
  'POST /api/journeys/{id}/executions': 'admin',
  'POST /api/journeys/translate': 'member',
  'POST /api/journeys/import': 'member',
  'POST /api/journeys/internal/start-execution': 'internal',
  'POST /api/journeys/internal/dispatch': 'internal',
  'POST /api/journeys/internal/forget-end-user': 'internal',
  'GET /api/journeys/internal/forget-end-user/{erasureId}': 'internal',
  'POST /api/journeys/internal/translate-external': 'internal',
  'POST /api/journeys/internal/import-bundle': 'internal',
  'POST /api/journeys/{id}/simulate': 'member',
  'POST /api/journeys/{id}/test-webhook': 'admin',
  'GET /api/journeys/{id}/step-stats': 'member',
  'GET /api/journeys/{id}/branch-performance': 'member',
  'GET /api/journeys/{id}/calibrated-impact': 'member',

  'GET /api/trigger-contracts': 'member',
  'POST /api/trigger-contracts': 'member',
  'GET /api/trigger-contracts/{id}': 'member',
  'PATCH /api/trigger-contracts/{id}': 'member',
  'DELETE /api/trigger-contracts/{id}': 'member',

  'GET /api/audiences': 'member',
  'POST /api/audiences': 'member',
  'POST /api/audiences/preview': 'member',
  'GET /api/audiences/{id}': 'member',
  'GET /api/audiences/{id}/preview': 'member',
  'PATCH /api/audiences/{id}': 'member',
  'DELETE /api/audiences/{id}': 'member',

  'GET /api/beliefs': 'member',
  'POST /api/beliefs': 'member',
  'GET /api/beliefs/{id}': 'member',
  'PATCH /api/beliefs/{id}': 'member',
  'DELETE /api/beliefs/{id}': 'member',
  'GET /api/beliefs/{id}/history': 'member',
  'POST /api/beliefs/{id}/update-confidence': 'member',
  'DELETE /api/beliefs/{id}/evidence/{evidenceId}': 'member',

  'GET /api/analytics/summary': 'member',
  'GET /api/analytics/timeseries': 'member',
  'GET /api/analytics/anomalies': 'member',
  'GET /api/attribution/summary': 'member',
  'GET /api/attribution/paths/{leadId}': 'member',

  'GET /api/suppressions': 'admin',
  'POST /api/suppressions': 'admin',
  'GET /api/suppressions/{id}': 'admin',
  'PATCH /api/suppressions/{id}': 'admin',
  'DELETE /api/suppressions/{id}': 'admin',

  'GET /api/communications': 'member',
  'POST /api/communications': 'member',
  'GET /api/communications/{id}': 'member',
  'GET /api/communications/catalog': 'member',
  'PATCH /api/communications/{id}': 'member',
  'DELETE /api/communications/{id}': 'member',
  'POST /api/communications/preview': 'member',
  'POST /api/communications/{id}/preview': 'member',
  'POST /api/communications/{id}/test': 'member',

  'GET /u/{token}': 'public',
  'POST /u/{token}': 'public',
  'POST /u/{token}/resubscribe': 'public',
  'GET /t/o/{token}': 'public',
  'GET /v/{token}': 'public',
  'GET /t/c/{token}': 'public',
  'POST /api/webhooks/ses': 'public',

  'GET /healthz': 'public',
  'GET /readyz': 'public',
  'GET /metrics': 'public',

  'POST /api/session': 'public',
  'GET /api/session': 'session',
  'DELETE /api/session': 'session',
  'GET /api/session/workspaces': 'session',
  'POST /api/session/workspace': 'session',
  'POST /api/session/password': 'session',
  'POST /api/password-reset': 'public',
  'POST /api/password-reset/{token}': 'public',
  'GET /password-reset': 'public',
  'GET /password-reset/{token}': 'public',
  'GET /api/session/notifications': 'session',
  'PATCH /api/session/notifications': 'session',

  'GET /api/members': 'admin',
  'POST /api/members': 'admin',
  'POST /api/members/accept': 'public',
  'GET /api/members/{id}': 'admin',
  'PATCH /api/members/{id}': 'admin',
  'DELETE /api/members/{id}': 'admin',
  'GET /invitations/{token}': 'public',
  'GET /pages/form.js': 'public',

  'GET /api/keys': 'people',
  'POST /api/keys': 'people',
  'GET /api/keys/{id}': 'people',
  'PATCH /api/keys/{id}': 'people',
  'DELETE /api/keys/{id}': 'people',

  'GET /api/transactional-api-keys': 'admin',
  'POST /api/transactional-api-keys': 'admin',
  'DELETE /api/transactional-api-keys/{keyId}': 'admin',

  'POST /api/v1/transactional/send': 'transactional',
  'GET /api/transactional/recent': 'admin',
  'GET /api/transactional/{id}': 'admin',

  'GET /api/metrics': 'member',
  'GET /api/metrics/{connectorType}': 'member',
  'POST /api/metrics/{connectorType}/import': 'admin',

  'GET /api/connections': 'admin',
  'POST /api/connections': 'admin',
  'GET /api/connections/{id}': 'admin',
  'PATCH /api/connections/{id}': 'admin',
  'DELETE /api/connections/{id}': 'admin',
  'POST /api/connections/{id}/sync': 'admin',

  'GET /api/workspace': 'member',
  'PATCH /api/workspace': 'admin',
  'PATCH /api/internal/workspaces/{id}': 'internal',
  'GET /api/workspace/webhook-secret': 'admin',
  'POST /api/workspace/webhook-secret/rotate': 'admin',
  'DELETE /api/workspace/webhook-secret/previous': 'admin',
  'GET /api/workspace/secrets': 'admin',
  'PUT /api/workspace/secrets/{name}': 'admin',
  'DELETE /api/workspace/secrets/{name}': 'admin',
  'GET /api/audit': 'admin',
  'GET /api/workspace/digest': 'member',
  'POST /api/workspace/digest/run': 'admin',
} as const satisfies Record<string, Access>;

/**
 * `public`: no credential. `session`: any session, no key. `internal`: the shared secret only. `transactional`: a
 * transactional key (svc_tx_) only. `server`: a server key (svc_sk_) only; others are forbidden. `people`: an admin by
 * session or user key, no server key.
 */
export type Access =
  'public' | 'session' | 'internal' | 'transactional' | 'server' | 'people' | 'member' | 'admin' | 'owner';

export type Operation = keyof typeof accessTable;

/** The public operations that set the session cookie. No other operation sets it. */
export const signInOperations: readonly Operation[] = ['POST /api/session', 'POST /api/members/accept'];

/** Paths that are served but not in the document: the document itself. All are public and set no cookie. */
export const undocumentedPaths = ['/api/openapi.json', '/docs', '/docs/start.js'];
