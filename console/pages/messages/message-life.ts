import type { Schemas } from '../../api/client';
import { formatWords } from '../../format/words';
import { explainMessage, stateMeanings } from './explain-message';

type Message = Schemas['MessageDetail'];

export interface LifeEntry {
  at: string;
  title: string;
  /** What a program or a server adds, and how often. */
  note?: string | undefined;
  tone: 'good' | 'warn' | 'bad' | 'plain';
}

/** Returns the life of a message, oldest first. */
export function lifeOf(message: Message): LifeEntry[] {
  const { createdAt, sentAt, events, state, reason } = message;
  const created: LifeEntry = { at: createdAt, title: 'Created', note: createdNote(message), tone: 'plain' };
  const sent: LifeEntry[] =
    sentAt === null ? [] : [{ at: sentAt, title: 'Sent', note: stateMeanings.sent, tone: 'good' }];
  const entries = [created, ...sent, ...events.map(eventEntry)];
  entries.sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  if (state !== 'skipped' && state !== 'failed' && state !== 'unknown') return entries;
  const note = reason === null ? stateMeanings[state] : explainMessage(reason).meaning;
  return [...entries, { at: entries.at(-1)?.at ?? createdAt, title: formatWords(state), note, tone: toneOf(state) }];
}

const toneOf = (state: 'skipped' | 'failed' | 'unknown'): LifeEntry['tone'] => (state === 'failed' ? 'bad' : 'warn');

function createdNote({ kind, state, reason }: Message): string | undefined {
  if (state === 'queued' && reason !== null) return explainMessage(reason).meaning;
  if (state === 'queued') return stateMeanings.queued;
  return kind === 'transactional' ? 'Requested through the API' : undefined;
}

const titles: Record<Message['events'][number]['kind'], readonly [string, LifeEntry['tone']]> = {
  delivery: ['Delivered', 'good'],
  open: ['Opened', 'good'],
  click: ['Clicked', 'good'],
  bounce: ['Bounced', 'bad'],
  complaint: ['Reported as spam', 'bad'],
  delay: ['Delayed', 'warn'],
  reject: ['Rejected by the provider', 'bad'],
  unsubscribe: ['Unsubscribed', 'warn'],
  resubscribe: ['Resubscribed', 'good'],
};

function eventEntry({ kind, at, count, automated, detail, text }: Message['events'][number]): LifeEntry {
  const [title, tone] = titles[kind];
  const notes = [
    automated ? `By a program${detail === null ? '' : `: ${formatWords(detail).toLowerCase()}`}` : detail,
    count > 1 ? `${count} times` : null,
    // The page shows the text of a bounce in a section of its own.
    kind === 'bounce' ? null : text,
  ].filter((note) => note !== null && note !== '');
  return { at, title, note: notes.join(' · ') || undefined, tone: automated ? 'plain' : tone };
}
