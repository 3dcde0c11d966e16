import { z } from 'zod';
import { may } from '../../domain/accounts/permissions';
import { message, messageDetail, messageFilter } from '../../domain/messages/schemas';
import type { MessageKind } from '../../domain/messages/message-log';
import { findMessage } from '../../operations/messages/find-message';
import { listMessages, readableKinds } from '../../operations/messages/list-messages';
import { retryMessage } from '../../operations/messages/retry-message';
import { pageOf, pageQueryBy, writeCursor } from '../paging';
import { ok } from '../responses';
import { defineRoute, type Actor, type Route } from '../route';

const tag = 'messages';
const params = z.object({ id: z.string() });

const end = z.literal('end');
const name = z.string().max(200);
/** Where both parts of the log continue. */
const positions = z.tuple([
  z.union([end, z.string().regex(/^snd_\w{26}$/)]).nullable(),
  z.union([end, z.tuple([z.string().regex(/^-?\d{1,16}$/), name, name])]).nullable(),
]);

/** Recipients of transactional messages and notices are for admins. */
const kindsFor = ({ role }: Actor): readonly MessageKind[] => readableKinds(may(role, 'transactional.read'));

export const messageRoutes: Route[] = [
  defineRoute({
    method: 'get',
    path: '/api/messages',
    tag,
    summary: 'List messages, newest first',
    description:
      'Returns messages of journeys, transactional messages and notices. Members see messages of journeys only. A search ' +
      'examines 50,000 messages per request, so a page may have fewer messages than `limit`, or none, while `nextCursor` ' +
      'is not null. Only a null `nextCursor` is the end.',
    access: { permission: 'messages.read' },
    limit: 'read',
    request: { query: pageQueryBy(positions).extend(messageFilter) },
    responses: { 200: pageOf(message) },
    handler: async ({ query: { limit, cursor, ...query }, actor, services }) => {
      const page = { kinds: kindsFor(actor), limit, positions: cursor ?? start() };
      const { data, next } = await listMessages(services, actor.workspaceId, query, page);
      return ok({ data, nextCursor: next === null ? null : writeCursor(next) });
    },
  }),
  defineRoute({
    method: 'get',
    path: '/api/messages/:id',
    tag,
    summary: 'Read a message and its history',
    description:
      'Adds the provider’s id, events, clicked links, the text of a bounce, and whether the message can be retried. The ' +
      'content of messages is not stored, nor are the variables of transactional messages. For members, only messages ' +
      'of journeys exist.',
    access: { permission: 'messages.read' },
    limit: 'read',
    request: { params },
    responses: { 200: messageDetail },
    errors: ['NOT_FOUND'],
    handler: async ({ params: { id }, actor, services }) =>
      ok(await findMessage(services, actor.workspaceId, id, kindsFor(actor))),
  }),
  defineRoute({
    method: 'post',
    path: '/api/messages/:id/retry',
    tag,
    summary: 'Retry a message that failed or has an unknown outcome',
    description:
      'Queues a message of a journey or a notice under the id of its first send. The content is rendered again. If the ' +
      'outcome was unknown, the recipient may get the message twice. Repeating the request has no effect while the ' +
      'message is queued. Returns 409 with the reason if the state or the kind allows no retry, or if the person has no ' +
      'email, does not consent, is suppressed or has reached the frequency cap.',
    access: { permission: 'messages.retry' },
    limit: 'write',
    request: { params },
    responses: { 200: messageDetail },
    errors: ['NOT_FOUND', 'CONFLICT'],
    handler: async ({ params: { id }, actor, services }) => ok(await retryMessage(services, actor, id)),
  }),
];

const start = (): z.output<typeof positions> => [null, null];
