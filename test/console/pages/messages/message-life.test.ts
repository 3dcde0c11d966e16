import { lifeOf } from '../../../../console/pages/messages/message-life';

type Message = Parameters<typeof lifeOf>[0];

const at = (minute: number): string => new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString();

const message = (fields: Partial<Message>): Message =>
  ({ kind: 'journey', state: 'sent', reason: null, createdAt: at(0), sentAt: at(1), events: [], ...fields }) as Message;

const event = (fields: Partial<Message['events'][number]>): Message['events'][number] =>
  ({ kind: 'open', at: at(3), count: 1, automated: false, detail: null, text: null, ...fields }) as never;

const shown = (fields: Partial<Message>) => lifeOf(message(fields)).map(({ title, note }) => [title, note]);

test('a life is in the order of time, and says what programs and servers did', () => {
  const events = [
    event({ kind: 'click', at: at(5), automated: true, detail: 'too_soon', count: 2 }),
    event({ kind: 'delay', at: at(2), detail: 'MailboxFull', text: '452 full' }),
    event({ kind: 'bounce', at: at(9), detail: 'Permanent 5.1.1', text: '550 unknown' }),
  ];
  expect(shown({ state: 'bounced', events })).toEqual([
    ['Created', undefined],
    ['Sent', 'Accepted by the email provider'],
    ['Delayed', 'MailboxFull · 452 full'],
    ['Clicked', 'By a program: too soon · 2 times'],
    ['Bounced', 'Permanent 5.1.1'],
  ]);
});

test('a message that was not sent ends with the reason, and one that waits says for what', () => {
  expect(shown({ state: 'skipped', reason: 'suppression', sentAt: null }).at(-1)).toEqual([
    'Skipped',
    'The email address is on the suppression list because of a bounce, a complaint or a manual entry.',
  ]);
  expect(shown({ state: 'queued', reason: 'quiet_hours', sentAt: null })).toEqual([
    ['Created', 'The message was postponed to the end of the quiet hours.'],
  ]);
});
