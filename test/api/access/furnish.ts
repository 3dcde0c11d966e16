import type { DemoWorkspace } from '../../../dev/seed';
import { apiClient } from '../../support/api-client';
import { createCommunication, executionsOf, publishJourney, uniqueName } from '../../support/journeys';
import { postSend } from '../../support/transactional';
import type { World } from '../../support/world';
import type { Names } from './requests';

const otherAccount = { connectorType: 'linkedin_ads', accountId: '42', credentials: { accessToken: 'other-token' } };
const inlineSend = { to: 'person@sandbox.apex.test', subject: 'A receipt of the other workspace', text: 'Thank you.' };

/** Creates one of everything in a workspace, through the API if there is a route. @returns the ids */
export async function furnish(world: World, other: DemoWorkspace): Promise<Names> {
  const otherApi = apiClient(world.apiUrl, other.userKey);
  const created = async (path: string, body: object): Promise<Record<string, string>> => {
    const response = await otherApi.post(path, body);
    if (response.status > 201) throw new Error(`${path}: ${JSON.stringify(response.body)}`);
    return response.body;
  };
  const secret = await otherApi.put('/api/workspace/secrets/other_secret', { value: 'of the other workspace' });
  if (secret.status !== 200) throw new Error(JSON.stringify(secret.body));
  const inOther = { ...world, api: otherApi, demo: other };
  const communication = await createCommunication(inOther, 'A subject of the other workspace');
  const steps = [
    { id: 'hello', kind: 'send', communicationId: communication, next: 'end' },
    { id: 'end', kind: 'exit' },
  ];
  const published = await publishJourney(inOther, steps, { name: 'A journey of the other workspace' });
  const { triggerContractId } = (await otherApi.get(`/api/journeys/${published.id}`)).body;
  const endUser = await created('/api/end-users', { email: 'person@other.example', attributes: { name: 'Ada' } });
  const erased = await created('/api/end-users', { email: 'erased@other.example' });
  const { body: erasure } = await otherApi.post(`/api/end-users/${erased.id}/erase`);
  const { body: received } = await otherApi.post('/api/end-users/import', {
    rows: [{ email: 'imported@other.example' }],
    consent: { marketing: true, source: 'list' },
  });
  const visitor = uniqueName('visitor');
  await created('/api/identity', { visitorId: visitor, leadId: endUser.id });
  await otherApi.post('/api/events', {
    workspaceKey: other.workspaceKey,
    type: published.eventName,
    visitorId: visitor,
    url: 'https://other.example/',
  });
  await otherApi.post('/api/events', {
    workspaceKey: other.workspaceKey,
    events: [{ type: 'rejected' }, { type: 'seen', visitorId: visitor, url: 'https://other.example/' }],
  });
  const rejected = await otherApi.get('/api/events/rejected');
  const condition = { field: 'email', operator: 'exists', value: true };
  const audience = await created('/api/audiences', { name: 'Other', condition });
  const belief = await created('/api/beliefs', { statement: 'A belief of the other workspace' });
  await created(`/api/beliefs/${belief.id}/update-confidence`, { type: 'observation', delta: 0.1 });
  const variants = [{ name: 'A' }, { name: 'B' }];
  const experiment = await created('/api/experiments', {
    name: 'Other',
    targetUrl: 'https://other.example/',
    variants,
  });
  const conversion = await created('/api/conversion-goals', { name: 'Other', eventType: 'other_purchase' });
  const target = { metric: 'other', target: 10, deadline: '2030-01-01' };
  return {
    workspace: other.workspaceId,
    workspaceKey: other.workspaceKey,
    journey: published.id,
    journeyRead: (await otherApi.get(`/api/journeys/${published.id}`)).body.updatedAt,
    communication,
    triggerContract: triggerContractId,
    audience: audience.id!,
    suppression: (await created('/api/suppressions', { email: 'bounced@other.example' })).id!,
    belief: belief.id!,
    experiment: experiment.id!,
    conversion: conversion.id!,
    target: (await created('/api/targets', { ...target, sourceConversionId: conversion.id })).id!,
    endUser: endUser.id!,
    erasure: erasure.erasureId,
    peopleImport: received.importId,
    rejectedEvent: rejected.body.data[0].id,
    visitor,
    member: (await otherApi.get('/api/members')).body.data[0].id,
    invitation: (await created('/api/members', { email: 'invited@other.example' })).id!,
    serverKey: (await created('/api/keys', { name: 'Other server' })).id!,
    userKey: (await created('/api/keys', { name: 'Other user', kind: 'user' })).id!,
    transactionalKey: (await created('/api/transactional-api-keys', { name: 'Other sending' })).id!,
    connection: (await created('/api/connections', otherAccount)).id!,
    execution: (await executionsOf(inOther, published.id))[0]!['executionArn']!.split('/').at(-1)!,
    bulk: (await otherApi.post(`/api/journeys/${published.id}/executions/bulk`, { action: 'retry', where: {} })).body
      .bulkId,
    send: (await postSend(inOther, inlineSend, { apiKey: other.transactionalKey })).body.id,
  };
}
