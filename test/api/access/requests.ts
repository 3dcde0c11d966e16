import { uniqueName } from '../../support/journeys';
import type { Operation } from './access-table';

/** Ids for path parameters and bodies: unknown ids, or ids of another workspace. */
export interface Names {
  workspace: string;
  workspaceKey: string;
  journey: string;
  /** The `updatedAt` of the journey. */
  journeyRead: string;
  communication: string;
  triggerContract: string;
  audience: string;
  suppression: string;
  belief: string;
  experiment: string;
  conversion: string;
  target: string;
  endUser: string;
  erasure: string;
  peopleImport: string;
  rejectedEvent: string;
  visitor: string;
  member: string;
  invitation: string;
  serverKey: string;
  userKey: string;
  transactionalKey: string;
  send: string;
  connection: string;
  /** An execution of the journey, which has `hello` as its first step. */
  execution: string;
  /** A bulk action on the executions of the journey. */
  bulk: string;
}

/** Ids that do not exist. */
export const nobodysNames = (workspaceKey: string): Names => ({
  workspace: 'wsp_none',
  workspaceKey,
  journey: 'jrn_none',
  journeyRead: '2026-01-01T00:00:00.000Z',
  communication: 'com_none',
  triggerContract: 'trc_none',
  audience: 'aud_none',
  suppression: 'sup_none',
  belief: 'blf_none',
  experiment: 'exp_none',
  conversion: 'cnv_none',
  target: 'tgt_none',
  endUser: 'eu_none',
  erasure: 'ers_none',
  peopleImport: 'imp_none',
  rejectedEvent: 'rej_none',
  visitor: uniqueName('visitor'),
  member: 'usr_none',
  invitation: 'inv_none',
  serverKey: 'key_none',
  userKey: 'key_none',
  transactionalKey: 'key_none',
  send: 'snd_none',
  connection: 'con_none',
  execution: 'exe_none',
  bulk: 'blk_none',
});

/**
 * The kinds of ids in a path parameter, by the start of the path. Each kind is tried. Operations with only a signed
 * token are left out, because a token is not an id.
 */
const namedInPath: Record<string, (keyof Names)[]> = {
  '/api/workspaces/{id}': ['workspace'],
  '/api/journeys/{id}': ['journey'],
  '/api/communications/{id}': ['communication'],
  '/api/trigger-contracts/{id}': ['triggerContract'],
  '/api/audiences/{id}': ['audience'],
  '/api/messages/{id}': ['send'],
  '/api/suppressions/{id}': ['suppression'],
  '/api/beliefs/{id}': ['belief'],
  '/api/experiments/{id}': ['experiment'],
  '/api/conversion-goals/{id}': ['conversion'],
  '/api/targets/{id}': ['target'],
  '/api/goals/{id}': ['target'],
  '/api/end-users/imports/{id}': ['peopleImport'],
  '/api/end-users/{id}': ['endUser'],
  '/api/erasures/{id}': ['erasure'],
  '/api/events/rejected/{id}': ['rejectedEvent'],
  '/api/attribution/paths/{leadId}': ['endUser'],
  '/api/members/{id}': ['member', 'invitation'],
  '/api/keys/{id}': ['serverKey', 'userKey', 'transactionalKey'],
  '/api/transactional/{id}': ['send'],
  '/api/connections/{id}': ['connection'],
  '/api/transactional-api-keys/{keyId}': ['transactionalKey', 'serverKey'],
};

/** Fills the path with each kind of id. Returns an empty list for an unknown path. */
export function filledPaths(path: string, names: Names): string[] {
  if (!path.includes('{')) return [path];
  const kinds = Object.entries(namedInPath).find(([start]) => path === start || path.startsWith(`${start}/`))?.[1];
  const inJourney = path
    .replace('{executionId}', names.execution)
    .replace('{stepId}', 'hello')
    .replace('{bulkId}', names.bulk);
  return (kinds ?? []).map((kind) => inJourney.replace(/\{[A-Za-z]+\}/, names[kind]));
}

/** Valid bodies, so that a call with access also passes validation. Other operations send `{}`. */
const bodies: Partial<Record<Operation, (names: Names) => unknown>> = {
  'POST /api/events': ({ workspaceKey, visitor }) => ({
    workspaceKey,
    type: 'pageview',
    visitorId: visitor,
    url: 'https://example.com/',
  }),
  'POST /api/v1/events': ({ visitor }) => ({ type: 'walked', visitorId: visitor }),
  'POST /api/identity/undo': ({ visitor, endUser }) => ({ visitorId: visitor, leadId: endUser }),
  'POST /api/identity/stitch': ({ workspaceKey, visitor }) => ({
    workspaceKey,
    visitorId: visitor,
    email: `${uniqueName('walker')}@example.com`,
  }),
  'POST /api/identity': ({ visitor, endUser }) => ({ visitorId: visitor, leadId: endUser }),
  'POST /api/end-users': () => ({ email: `${uniqueName('walker')}@example.com` }),
  'PATCH /api/end-users/{id}': () => ({ attributes: { walked: true } }),
  'POST /api/end-users/import': () => ({
    rows: [{ email: `${uniqueName('walker')}@example.com` }],
    consent: { marketing: true, source: 'walk' },
  }),
  'POST /api/end-users/{id}/events': () => ({ type: 'walked' }),
  'POST /api/journeys': () => ({ name: 'Walked' }),
  'PATCH /api/journeys/{id}': ({ journeyRead }) => ({ name: 'Walked', updatedAt: journeyRead }),
  'PUT /api/journeys/{id}': ({ journeyRead }) => ({ name: 'Walked', updatedAt: journeyRead }),
  'POST /api/journeys/{id}/simulate': () => ({ subjectAttributes: { plan: 'walked' } }),
  // The guard refuses this address, so no call is made.
  'POST /api/journeys/{id}/test-webhook': () => ({
    step: { id: 'call', kind: 'webhook', url: 'http://127.0.0.1:9/' },
    subjectAttributes: { plan: 'walked' },
  }),
  'POST /api/journeys/{id}/executions/{executionId}/actions': () => ({ action: 'end', reason: 'test' }),
  'POST /api/journeys/{id}/executions/bulk': () => ({ action: 'retry', where: {} }),
  'POST /api/journeys/{id}/executions': ({ endUser }) => ({ endUserId: endUser }),
  'POST /api/journeys/translate': () => ({
    provider: 'mailchimp',
    export: { automation: { id: 'walked' }, emails: [{ id: 'one', settings: { subject_line: 'Hello' } }] },
  }),
  'POST /api/journeys/import': () => ({
    bundle: { source: 'walked', journeys: [{ externalId: 'walked', name: 'Walked' }] },
  }),
  'POST /api/journeys/internal/dispatch': ({ visitor }) => ({
    workspaceId: 'wsp_none',
    event: { type: 'walked', visitorId: visitor },
  }),
  'POST /api/journeys/internal/forget-end-user': ({ endUser }) => ({ workspaceId: 'wsp_none', endUserId: endUser }),
  'POST /api/journeys/internal/start-execution': ({ journey, endUser }) => ({
    workspaceId: 'wsp_none',
    journeyId: journey,
    endUserId: endUser,
    idempotencyKey: uniqueName('key'),
  }),
  'POST /api/trigger-contracts': () => ({ eventName: 'walked' }),
  'PATCH /api/trigger-contracts/{id}': () => ({ name: 'Walked' }),
  'POST /api/audiences': () => ({ name: 'Walked', condition: { all: [] } }),
  'POST /api/audiences/preview': () => ({ condition: { any: [] } }),
  'PATCH /api/audiences/{id}': () => ({ name: 'Walked' }),
  'POST /api/beliefs': () => ({ statement: 'Walked' }),
  'PATCH /api/beliefs/{id}': () => ({ tags: ['walked'] }),
  'POST /api/beliefs/{id}/update-confidence': () => ({ type: 'observation', delta: 0.1 }),
  'POST /api/experiments': () => ({ name: 'Walked', targetUrl: '/', variants: [{ name: 'A' }, { name: 'B' }] }),
  'POST /api/experiments/power': () => ({ baselineRate: 0.1 }),
  'PATCH /api/experiments': ({ experiment }) => ({ id: experiment, name: 'Walked' }),
  'PATCH /api/experiments/{id}': () => ({ name: 'Walked' }),
  'POST /api/experiments/{id}/assign': ({ visitor }) => ({ visitorId: visitor }),
  'POST /api/experiments/{id}/promote': () => ({ variantId: 'a' }),
  'POST /api/experiments/{id}/preview-link': () => ({ variantId: 'a' }),
  'POST /api/conversion-goals': () => ({ name: 'Walked', eventType: 'walked' }),
  'PATCH /api/conversion-goals': ({ conversion }) => ({ id: conversion, name: 'Walked' }),
  'PATCH /api/conversion-goals/{id}': () => ({ name: 'Walked' }),
  'POST /api/targets': () => ({ metric: 'walked', target: 10, deadline: '2030-01-01' }),
  'PATCH /api/targets': ({ target }) => ({ id: target, metric: 'walked' }),
  'PATCH /api/targets/{id}': () => ({ metric: 'walked' }),
  'POST /api/goals': () => ({ metric: 'walked', target: 10, deadline: '2030-01-01' }),
  'PATCH /api/goals': ({ target }) => ({ id: target, metric: 'walked' }),
  'PATCH /api/goals/{id}': () => ({ metric: 'walked' }),
  'POST /api/suppressions/import': () => ({ addresses: [`${uniqueName('walker')}@example.com`], dryRun: true }),
  'POST /api/suppressions': () => ({ email: `${uniqueName('walker')}@example.com` }),
  'PATCH /api/suppressions/{id}': () => ({ reason: 'complaint' }),
  'PATCH /api/communications/{id}': () => ({ name: 'Walked' }),
  'POST /api/communications/preview': () => ({ commType: 'marketing', slots: { subject: 'Walked' } }),
  'POST /api/communications/{id}/preview': () => ({}),
  'POST /api/communications/{id}/test': () => ({}),
  'POST /api/communications': () => ({
    name: 'Walked',
    commType: 'marketing',
    slots: { subject: 'Hello', headline: 'Hello', body: 'Hello' },
  }),
  'POST /api/metrics/{connectorType}/import': () => ({ rows: [{ date: '2026-11-01', campaign: 'Walked', spend: 1 }] }),
  'POST /api/connections': () => ({
    connectorType: 'meta_ads',
    accountId: String(Math.floor(Math.random() * 1e15)),
    credentials: { accessToken: 'walked' },
  }),
  'PATCH /api/connections/{id}': () => ({ name: 'Walked' }),
  'POST /api/members': () => ({ email: `${uniqueName('walker')}@example.com`, role: 'member' }),
  'PATCH /api/members/{id}': () => ({ role: 'member' }),
  'POST /api/password-reset': () => ({ email: `${uniqueName('walker')}@example.com` }),
  'POST /api/password-reset/{token}': () => ({ password: 'a walked password' }),
  'PUT /api/workspace/secrets/{name}': () => ({ value: 'a walked secret' }),
  'POST /api/keys': () => ({ name: 'Walked' }),
  'PATCH /api/keys/{id}': () => ({ name: 'Walked' }),
  'POST /api/transactional-api-keys': () => ({ name: 'Walked' }),
  'POST /api/v1/transactional/send': () => ({ to: 'walker@sandbox.apex.test', subject: 'Walked', text: 'Walked' }),
  'PATCH /api/internal/workspaces/{id}': () => ({ plan: 'pro' }),
  'PATCH /api/workspace': () => ({ name: 'Walked' }),
};

const bodyOf = (operation: string, names: Names): unknown => bodies[operation as Operation]?.(names) ?? {};

/** Builds the request of an operation with the headers of the caller. */
export function requestOf(operation: { name: string; method: string }, names: Names, headers: Record<string, string>) {
  if (operation.method === 'GET') return { method: 'GET', headers };
  const body = JSON.stringify(bodyOf(operation.name, names));
  return { method: operation.method, headers: { 'content-type': 'application/json', ...headers }, body };
}
