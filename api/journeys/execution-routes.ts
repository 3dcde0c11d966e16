import { z } from 'zod';
import type { Database } from '../../db/connection/pool';
import { findEmails, listEndUsers } from '../../db/end-users/end-users';
import { findJourney } from '../../db/journeys/journeys';
import { findListedExecution, listExecutions, type ExecutionFilter } from '../../db/reports/execution-list';
import { invalid, notFound } from '../../domain/errors';
import {
  executionAction,
  executionDetail,
  executionFilter,
  executionMessage,
} from '../../domain/journeys/executions/schemas';
import { namedExecution } from '../../domain/journeys/schemas';
import { readTimeBounds } from '../../domain/time/time-bounds';
import { actOnExecution } from '../../operations/journeys/act-on-execution';
import { resendUnknown } from '../../operations/journeys/resend-message';
import { cancelExecution } from '../../operations/journeys/end-execution';
import { mustExist } from '../must-exist';
import { cutPage, nextLink, pageQuery } from '../paging';
import { ok } from '../responses';
import { defineRoute, type Route } from '../route';
import { presentNamedExecution } from './present';
import { readExecutionMessage } from '../../operations/email/render-again';
import { readExecution } from './read-execution';

const tag = 'journeys';
const list = '/api/journeys/:id/executions';
const params = z.object({ id: z.string(), executionId: z.string() });

export const journeyExecutionRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: list,
    tag,
    summary: 'List executions, newest first',
    description:
      'Returns the last 50 executions unless you set `limit`. If there are more, the header `Link: <…>; rel="next"` ' +
      'has the URL of the next page with the same filter. `from` and `to` filter by start time. `endUserEmail` is the ' +
      'current email of the person.',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: {
      params: z.object({ id: z.string() }),
      query: z.strictObject({ ...pageQuery.shape, ...executionFilter }),
    },
    responses: { 200: z.array(namedExecution) },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, query, actor: { workspaceId }, services }) => {
      const { limit, cursor, ...given } = query;
      const { database } = services;
      if ((await findJourney(database, workspaceId, id)) === null) throw notFound('Journey', id);
      const filter = await filterOf(database, workspaceId, given);
      if (filter === null) return ok([]);
      const journey = { workspaceId, journeyId: id };
      const after =
        cursor === undefined ? null : await findListedExecution(database, { ...journey, executionId: cursor });
      if (cursor !== undefined && after === null) throw unknownCursor();
      const found = await listExecutions(database, journey, filter, { limit: limit + 1, after });
      const { data, nextCursor } = cutPage(found, limit);
      const link = nextLink(list.replace(':id', encodeURIComponent(id)), { ...given, limit }, nextCursor);
      const people = data.map(({ endUserId }) => endUserId);
      const emails = await findEmails(database, workspaceId, people);
      return ok(
        data.map((execution) => presentNamedExecution(execution, emails.get(execution.endUserId) ?? null, services)),
        link,
      );
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id/executions/:executionId',
    tag,
    summary: 'Read an execution with its steps, messages and webhook calls',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: { params },
    responses: { 200: executionDetail },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id, executionId }, actor: { workspaceId }, services }) =>
      ok(await readExecution(services, { workspaceId, journeyId: id, executionId })),
  }),
  defineRoute({
    method: 'get',
    path: '/api/journeys/:id/executions/:executionId/messages/:stepId',
    tag,
    summary: 'Preview the message of a send step',
    description:
      'The sent message is not stored. This is the published content, rendered for the person with their current data.',
    access: { permission: 'journeys.read' },
    limit: 'read',
    request: { params: params.extend({ stepId: z.string() }) },
    responses: { 200: executionMessage },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id, executionId, stepId }, actor: { workspaceId }, services }) =>
      ok(await readExecutionMessage(services, { workspaceId, journeyId: id, executionId, stepId })),
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions/:executionId/cancel',
    tag,
    summary: 'Cancel a running execution',
    description:
      'The execution performs no more steps after the response. It ends as CANCELED with the reason `canceled` once ' +
      'its workflow receives the cancellation, even if Temporal is unavailable now. Repeating the request changes ' +
      'nothing. Returns 409 if the execution has already ended otherwise.',
    access: { permission: 'journeys.cancel' },
    limit: 'write',
    request: { params },
    responses: { 200: executionDetail },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id: journeyId, executionId }, actor, services }) => {
      await cancelExecution(services, actor, { journeyId, executionId });
      return ok(await readExecution(services, { workspaceId: actor.workspaceId, journeyId, executionId }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions/:executionId/actions',
    tag,
    summary: 'Act on the current step of a running execution',
    description:
      'Skips a step, retries it now, ends a wait, or ends the execution. The workflow carries out the action before the ' +
      'response, and the audit log names you. A message that may be in transit counts as one with an unknown outcome. ' +
      'Returns 409 with the reason if the action is not possible, for example because the execution has left the step. ' +
      'Returns 503 if Temporal or the workers do not respond within ten seconds; the action may still be carried out then.',
    access: { permission: 'journeys.cancel' },
    findNamed: mustExist('Journey', findJourney),
    limit: 'write',
    request: { params, body: executionAction },
    responses: { 200: executionDetail },
    errors: ['NOT_FOUND', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
    handler: async ({ params: { id: journeyId, executionId }, body: action, actor, services }) => {
      await actOnExecution(services, actor, { journeyId, executionId, action });
      return ok(await readExecution(services, { workspaceId: actor.workspaceId, journeyId, executionId }));
    },
  }),
  defineRoute({
    method: 'post',
    path: '/api/journeys/:id/executions/:executionId/sends/:stepId/resend',
    tag,
    summary: 'Resend a message with an unknown outcome',
    description:
      'The person may receive the message twice, because the provider may have accepted it already. The message is ' +
      'sent with the published content, even if the execution has ended. The send and its step then show the new ' +
      'outcome. Repeating the request has no effect while the message is being sent. Returns 409 if the outcome is ' +
      'known, or if the person has no email, does not consent, is suppressed or has reached the frequency cap.',
    access: { permission: 'journeys.resend' },
    limit: 'write',
    request: { params: params.extend({ stepId: z.string() }) },
    responses: { 200: executionDetail },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id: journeyId, executionId, stepId }, actor, services }) => {
      await resendUnknown(services, actor, { journeyId, executionId, stepId });
      return ok(await readExecution(services, { workspaceId: actor.workspaceId, journeyId, executionId }));
    },
  }),
];

type Given = z.output<z.ZodObject<typeof executionFilter>>;

/** @returns null if no execution can match */
async function filterOf(
  database: Database,
  workspaceId: string,
  { email, from, to, stepStatus, ...given }: Given,
): Promise<ExecutionFilter | null> {
  const bounds = readTimeBounds({ from, to });
  if (stepStatus !== undefined && given.stepId === undefined) throw withoutStep();
  if (stepStatus === 'waiting' && (given.status ?? 'RUNNING') !== 'RUNNING') return null;
  const filter: ExecutionFilter =
    stepStatus === 'waiting' ? { ...given, status: 'RUNNING' } : { ...given, stepOutcome: stepStatus };
  if (email === undefined) return { ...filter, ...bounds };
  const [person] = await listEndUsers(database, workspaceId, { email, limit: 1, before: null });
  if (person === undefined) return null;
  if (filter.endUserId !== undefined && filter.endUserId !== person.id) return null;
  return { ...filter, ...bounds, endUserId: person.id };
}

const withoutStep = () =>
  invalid('`stepStatus` requires `stepId`.', [{ path: 'stepId', message: 'is required with stepStatus' }]);

const unknownCursor = () =>
  invalid('The cursor does not match an execution of this journey.', [
    { path: 'cursor', message: 'must be taken from a Link header' },
  ]);
