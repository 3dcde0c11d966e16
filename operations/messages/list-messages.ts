import type { RecipientFilter } from '../../db/messages/message-filter';
import { hasRecipient, listSentMessages } from '../../db/messages/sent-messages';
import {
  findSendStepContents,
  listUnsentMessages,
  type UnsentKey,
  type UnsentMessage,
} from '../../db/messages/unsent-messages';
import type { Database } from '../../db/connection/pool';
import { parseAddress } from '../../domain/email/address';
import { containing, escapeLike } from '../../domain/like-pattern';
import { messageKinds, type MessageKind, type MessageState } from '../../domain/messages/message-log';
import { mergeStreams, type Position, type StreamPage } from '../../domain/messages/merge-streams';
import type { MessageRecord } from '../../domain/messages/schemas';
import { readTimeBounds } from '../../domain/time/time-bounds';
import type { Context } from '../ports';
import { sentRecord, unsentRecord } from './message-records';

export interface MessageQuery {
  state?: MessageState | undefined;
  to?: string | undefined;
  journeyId?: string | undefined;
  communicationId?: string | undefined;
  kind?: MessageKind | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

/** Where to continue the sends, and the messages without a send. */
export type MessagePositions = [Position<string>, Position<UnsentKey>];

export interface MessagePage {
  data: MessageRecord[];
  /** Null after the last page. */
  next: MessagePositions | null;
}

/** The states of messages that have no send. */
const unsentStates: readonly MessageState[] = ['queued', 'skipped', 'failed'];

/**
 * Lists messages, newest first. A page may have fewer messages than its limit although more follow, because a search
 * examines a limited number of messages.
 * @param query.kinds the kinds that the caller may read
 */
export async function listMessages(
  { database }: Pick<Context, 'database'>,
  workspaceId: string,
  { to, kind, since, until, state, journeyId, communicationId }: MessageQuery,
  page: { kinds: readonly MessageKind[]; limit: number; positions: MessagePositions },
): Promise<MessagePage> {
  const { limit, positions } = page;
  const kinds = page.kinds.filter((one) => kind === undefined || one === kind);
  if (kinds.length === 0) return { data: [], next: null };
  const bounds = readTimeBounds({ from: since, to: until });
  const recipient = to === undefined ? undefined : await recipientFilter(database, workspaceId, to);
  const filter = { kinds, state, recipient, journeyId, communicationId, since: bounds.from, before: bounds.before };
  const hasUnsent = kinds.includes('journey') && (state === undefined || unsentStates.includes(state));
  const [sent, unsent] = await Promise.all([
    readFrom(positions[0], (before) => listSentMessages(database, workspaceId, filter, { limit: limit + 1, before })),
    readFrom(hasUnsent ? positions[1] : 'end', async (before) =>
      listUnsentMessages(database, workspaceId, filter, { limit: limit + 1, before }),
    ),
  ]);
  const records = await unsentRecords(database, workspaceId, unsent);
  const sentRecords = { ...sent, rows: sent.rows.map((one) => ({ ...one, row: sentRecord(one.row) })) };
  const merged = mergeStreams(sentRecords, records, { limit, positions });
  const isEnd = merged.positions.every((position) => position === 'end');
  return { data: merged.rows, next: isEnd ? null : merged.positions };
}

async function readFrom<Key, Row>(
  position: Position<Key>,
  read: (before: Key | null) => Promise<StreamPage<Key, Row>>,
): Promise<StreamPage<Key, Row>> {
  return position === 'end' ? { rows: [], stoppedAt: null } : read(position);
}

/** A whole address is searched for in an index, unless no message has it. */
async function recipientFilter(database: Database, workspaceId: string, to: string): Promise<RecipientFilter> {
  const parsed = parseAddress(to);
  const part = { like: containing(to), exact: null };
  if (!('address' in parsed)) return part;
  const { address } = parsed;
  const isKnown = await hasRecipient(database, workspaceId, address);
  return isKnown ? { like: escapeLike(address), exact: address } : part;
}

async function unsentRecords(
  database: Database,
  workspaceId: string,
  page: StreamPage<UnsentKey, UnsentMessage>,
): Promise<StreamPage<UnsentKey, MessageRecord>> {
  const contents = await contentsOf(
    database,
    workspaceId,
    page.rows.map(({ row }) => row),
  );
  return {
    ...page,
    rows: page.rows.map((one) => ({ ...one, row: unsentRecord(one.row, contents.get(nameOf(one.row))) })),
  };
}

const nameOf = ({ journeyId, version, stepId }: Pick<UnsentMessage, 'journeyId' | 'version' | 'stepId'>): string =>
  JSON.stringify([journeyId, version, stepId]);

/** Finds what each of the steps sends, once for each step of a version. */
export async function contentsOf(database: Database, workspaceId: string, steps: readonly UnsentMessage[]) {
  const distinct = new Map(steps.map((step) => [nameOf(step), step]));
  const found = distinct.size === 0 ? [] : await findSendStepContents(database, workspaceId, [...distinct.values()]);
  return new Map(found.map((content) => [nameOf(content), content]));
}

/** The kinds that a role may read: recipients of transactional messages and notices are for admins. */
export const readableKinds = (mayReadAll: boolean): readonly MessageKind[] => (mayReadAll ? messageKinds : ['journey']);
