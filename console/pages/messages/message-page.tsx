import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, unwrap, type Schemas } from '../../api/client';
import { ConfirmButton } from '../../components/dialog';
import { Facts, Section } from '../../components/facts';
import { Page } from '../../components/page';
import { usePathParam } from '../../components/path-param';
import { Ago, useRead } from '../../components/read';
import { EmptyState, ErrorState, LoadingPage } from '../../components/states';
import { Status } from '../../components/status';
import { DataTable, type Column } from '../../components/table';
import { useToast } from '../../components/toast';
import { formatInstant } from '../../format/time';
import { useMay } from '../../session/session';
import { explainMessage, kindWords } from './explain-message';
import { lifeOf } from './message-life';
import './messages.css';

type Message = Schemas['MessageDetail'];

export function MessagePage() {
  const id = usePathParam('messageId');
  const { data, error, refetch } = useRead(
    ['messages', 'one', id],
    () => unwrap(api.GET('/api/messages/{id}', { params: { path: { id } } })),
    ({ state }) => state === 'queued',
  );
  if (data === undefined) {
    return error === null ? <LoadingPage /> : <ErrorState page error={error} retry={() => void refetch()} />;
  }
  return (
    <Page
      title={data.recipient ?? 'Message to an erased person'}
      intro={data.subject ?? undefined}
      parent={{ to: '/messages', title: 'Messages' }}
      badge={<Status of={data.state} />}
      actions={<Retry message={data} />}
    >
      <Why message={data} />
      <MessageFacts message={data} />
      <Section title="Timeline">
        <Life message={data} />
      </Section>
      {data.bounce !== null && <Bounce of={data.bounce} />}
      {data.sentAt !== null && (
        <Section title="Clicked links" note="Programs, such as scanners, are marked">
          <Clicks of={data.clicks} />
        </Section>
      )}
    </Page>
  );
}

/** Says why the message was not sent and what to do, and why it cannot be retried. */
function Why({ message: { state, reason, retry, warnings } }: { message: Message }) {
  const mayRetry = useMay('messages.retry');
  const isUnsent = state === 'failed' || state === 'unknown';
  const { meaning, remedy } = reason === null ? {} : explainMessage(reason);
  const lines = [
    [meaning, remedy].filter((part) => part !== undefined).join(' '),
    isUnsent && !retry.isAllowed ? retry.reason : null,
    isUnsent && retry.isAllowed && !mayRetry ? 'An admin can retry this message.' : null,
    ...warnings,
  ].filter((line) => line !== null && line !== '');
  if (lines.length === 0) return null;
  return (
    <div className={`notice message-why ${state === 'failed' ? 'bad' : 'warn'}`} data-value={reason ?? undefined}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}

function Retry({ message: { id, state, retry } }: { message: Message }) {
  const client = useQueryClient();
  const toast = useToast();
  const mayRetry = useMay('messages.retry');
  if (!mayRetry || !retry.isAllowed) return null;
  const act = async (): Promise<void> => {
    await unwrap(api.POST('/api/messages/{id}/retry', { params: { path: { id } } }));
    await client.invalidateQueries({ queryKey: ['messages'] });
    toast('Sending the message again.');
  };
  return (
    <ConfirmButton label="Retry" title="Send this message again?" confirm="Retry" danger={false} act={act}>
      {state === 'unknown' ? (
        <p>
          The email provider may already have delivered it. <strong>The recipient may get the message twice.</strong>
        </p>
      ) : (
        <p>The email provider did not accept it. The message is rendered again with the current data.</p>
      )}
      <p>Nothing is sent if the recipient has opted out, is suppressed or has reached the frequency cap.</p>
    </ConfirmButton>
  );
}

function MessageFacts({ message }: { message: Message }) {
  const { kind, mode, communicationId, communicationName, attempts, providerMessageId, idempotencyKey } = message;
  const facts: (readonly [string, ReactNode])[] = [
    ['Kind', <span data-value={kind}>{`${kindWords[kind]}${mode === 'sandbox' ? ' (sandbox)' : ''}`}</span>],
    [
      kind === 'notice' ? 'Template' : 'Communication',
      <LinkTo key="communication" to={kind === 'notice' ? null : communicationId} path="/communications/">
        {communicationName}
      </LinkTo>,
    ],
    ...(kind === 'notice'
      ? []
      : ([
          [
            'Person',
            <LinkTo key="person" to={message.endUserId} path="/people/">
              {message.endUserId === null ? null : (message.recipient ?? message.endUserId)}
            </LinkTo>,
          ],
        ] as const)),
    ...(kind === 'journey' ? journeyFacts(message) : []),
    ['Attempts', String(attempts)],
    ['ID', <Code key="id">{message.id}</Code>],
    ['Provider ID', <Code key="provider">{providerMessageId}</Code>],
    ...(kind === 'transactional' ? ([['Idempotency key', <Code key="key">{idempotencyKey}</Code>]] as const) : []),
  ];
  return <Facts of={facts} />;
}

function journeyFacts({ journeyId, journeyName, executionId, stepId }: Message): (readonly [string, ReactNode])[] {
  return [
    [
      'Journey',
      <LinkTo key="journey" to={journeyId} path="/journeys/">
        {journeyName}
      </LinkTo>,
    ],
    [
      'Execution',
      <LinkTo key="execution" to={executionId} path={`/journeys/${journeyId}/executions/`}>
        {stepId === null ? 'Open' : `Step ${stepId}`}
      </LinkTo>,
    ],
  ];
}

interface LinkToProps {
  /** The id; null for a text without a link. */
  to: string | null;
  path: string;
  children: string | null;
}

function LinkTo({ to, path, children }: LinkToProps) {
  if (children === null) return <span className="quiet">None</span>;
  if (to === null) return <span className="break">{children}</span>;
  return (
    <Link to={`${path}${encodeURIComponent(to)}`} className="break">
      {children}
    </Link>
  );
}

const Code = ({ children }: { children: string | null }) =>
  children === null ? <span className="quiet">None</span> : <span className="mono break">{children}</span>;

function Life({ message }: { message: Message }) {
  return (
    <ol className="message-life" aria-label="Timeline">
      {lifeOf(message).map(({ at, title, note, tone }, index) => (
        <li key={index} className={tone}>
          <div className="message-life-head">
            <strong>{title}</strong>
            <time className="quiet small" dateTime={at}>
              {formatInstant(at)}
            </time>
          </div>
          {note !== undefined && <p className="quiet small break">{note}</p>}
        </li>
      ))}
    </ol>
  );
}

function Bounce({ of: { type, subType, code, text } }: { of: NonNullable<Message['bounce']> }) {
  const types = [type, subType].filter((part) => part !== null).join(', ');
  return (
    <Section title="Bounce" note={[types, code].filter((part) => part !== null && part !== '').join(' · ')}>
      {text === null ? (
        <p className="quiet">The provider reported no text of the receiving server.</p>
      ) : (
        <figure className="message-bounce">
          <blockquote className="code break">{text}</blockquote>
          <figcaption className="quiet small">The receiving server’s words</figcaption>
        </figure>
      )}
    </Section>
  );
}

type Click = Message['clicks'][number];

const clickColumns: readonly Column<Click>[] = [
  {
    title: 'Link',
    cell: ({ url, link }) => <span className="break">{url ?? (link === null ? 'Unknown' : `Link ${link}`)}</span>,
  },
  { title: 'By', cell: ({ automated }) => (automated ? <span className="quiet">Program</span> : 'Person') },
  { title: 'Clicks', numeric: true, cell: ({ count }) => count },
  { title: 'First', wide: true, cell: ({ at }) => <Ago at={at} /> },
  { title: 'Last', cell: ({ lastAt }) => <Ago at={lastAt} /> },
];

function Clicks({ of: clicks }: { of: readonly Click[] }) {
  if (clicks.length === 0) return <EmptyState title="No clicks yet." />;
  return (
    <DataTable
      caption="Clicked links"
      columns={clickColumns}
      rows={clicks}
      rowKey={({ link, automated, at }) => `${link} ${automated} ${at}`}
    />
  );
}
