import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { LiveEvent } from '../../../domain/live-events/schemas';
import { api, unwrap } from '../../api/client';
import { Facts } from '../../components/facts';
import { RowLink } from '../../components/row-link';
import { useToast } from '../../components/toast';
import { formatWords } from '../../format/words';
import { useMay } from '../../session/session';
import { CopyButton } from './copy-button';
import { OutcomeList } from './outcome';

/** What an event did, its times and its payload. */
export function EventDetails({ of }: { of: LiveEvent }) {
  const { event, person, outcome } = of;
  const isRejected = outcome.status === 'rejected';
  const payload = isRejected ? event.data : { ...event, person: person?.id ?? null };
  const text = JSON.stringify(payload, null, 2);
  return (
    <>
      <OutcomeList of={of} />
      {isRejected && <ReplayButton id={event.id} />}
      <Facts
        of={[
          ['Received', <Instant key="received" at={event.receivedAt} />],
          ...(event.occurredAt === null
            ? []
            : ([
                ['Occurred', <Instant key="occurred" at={event.occurredAt} />],
                ['Delay', formatDelay(event.occurredAt, event.receivedAt, event.clockAdjusted)],
              ] as const)),
          [
            'Person',
            person === null ? (
              'Unknown'
            ) : (
              <RowLink key="person" to={`/people/${person.id}`}>
                {person.email ?? person.id}
              </RowLink>
            ),
          ],
          ['Visitor', <Id key="visitor" of={event.visitorId} />],
          ['Channel', event.channel === null ? 'None' : formatWords(event.channel)],
        ]}
      />
      <div className="live-payload">
        <div className="section-head">
          <h2>{isRejected ? 'Event as received' : 'Event'}</h2>
          <CopyButton text={text} what="JSON" />
        </div>
        <pre className="code" tabIndex={0} aria-label="Event as JSON">
          {text}
        </pre>
      </div>
    </>
  );
}

const exact = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

const Instant = ({ at }: { at: string }) => (
  <time dateTime={at} title={at}>
    {exact.format(new Date(at))}
  </time>
);

const Id = ({ of: id }: { of: string | null }) => (id === null ? 'None' : <span className="mono break">{id}</span>);

/** The time between an event and its receipt. */
function formatDelay(occurredAt: string, receivedAt: string, clockAdjusted: boolean): string {
  if (clockAdjusted) return 'Unknown: the sender’s time could not be used';
  const seconds = (Date.parse(receivedAt) - Date.parse(occurredAt)) / 1_000;
  if (seconds < 1) return 'Less than a second';
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

/** Checks a rejected event again. */
export function ReplayButton({ id }: { id: string }) {
  const toast = useToast();
  const client = useQueryClient();
  const mayReplay = useMay('events.replay');
  const replay = useMutation({
    mutationFn: () => unwrap(api.POST('/api/events/rejected/{id}/replay', { params: { path: { id } } })),
    onSuccess: async () => {
      toast('Event stored.');
      await client.invalidateQueries({ queryKey: ['rejected-events'] });
    },
  });
  if (!mayReplay) return <p className="quiet small">An admin can replay this event.</p>;
  return (
    <div className="replay">
      <button
        type="button"
        className="button"
        disabled={replay.isPending || replay.isSuccess}
        onClick={() => replay.mutate()}
      >
        {replay.isSuccess ? 'Stored' : 'Replay'}
      </button>
      {replay.error !== null && (
        <p className="problem" role="alert">
          {replay.error.message}
        </p>
      )}
    </div>
  );
}
