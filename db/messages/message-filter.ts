import type { MessageKind, MessageState } from '../../domain/messages/message-log';

/** Each given field narrows the log of messages. */
export interface MessageFilter {
  kinds: readonly MessageKind[];
  state?: MessageState | undefined;
  recipient?: RecipientFilter | undefined;
  journeyId?: string | undefined;
  communicationId?: string | undefined;
  /** Earliest creation, inclusive. */
  since?: Date | undefined;
  /** Latest creation, exclusive. */
  before?: Date | undefined;
}

export interface RecipientFilter {
  /** A LIKE pattern in lower case. */
  like: string;
  /** The whole address in canonical form, if the filter is one. */
  exact: string | null;
}

/**
 * Messages that a page examines with a filter that has no index of its own, such as a part of an address. It limits the
 * time of a search without matches.
 */
export const examinedMessages = 50_000;

export interface StreamQuery<Key> {
  limit: number;
  /** The last row of the previous page, or the place at which it stopped; null for the first page. */
  before: Key | null;
}
