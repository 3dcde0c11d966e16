import { Ago } from '../../components/read';
import type { GettingStartedData } from './use-getting-started';

const dayMs = 86_400_000;

const titleOf = (event: GettingStartedData['event']): string => {
  if (event === null) return 'Waiting for your first event…';
  return isRecent(event) ? 'Events are arriving.' : 'No events in the last 24 hours.';
};

const isRecent = ({ receivedAt }: NonNullable<GettingStartedData['event']>): boolean =>
  Date.now() - Date.parse(receivedAt) < dayMs;

/** Waits for the first event, or shows the last one with its page. */
export function FirstEvent({ event }: { event: GettingStartedData['event'] }) {
  const isReceived = event !== null && isRecent(event);
  return (
    <div className={isReceived ? 'first-event received' : 'first-event'}>
      <span className={isReceived ? 'step-mark done' : 'pulse'} aria-hidden="true" />
      <div>
        <p className="state-title" role="status">
          {titleOf(event)}
        </p>
        <p className="quiet break">
          {event === null ? (
            'Open one of your pages in a browser, or send an event from your server. This page updates by itself.'
          ) : (
            <>
              Last event: <ReceivedEvent event={event} />.
            </>
          )}
        </p>
      </div>
    </div>
  );
}

/** `pageview` on shop.example.com/pricing (Pricing), 5 seconds ago */
export function ReceivedEvent({ event }: { event: NonNullable<GettingStartedData['event']> }) {
  const { type, url, title, receivedAt } = event;
  return (
    <>
      <code>{type}</code>
      {url === null ? ' without a page' : ` on ${url.replace(/^https?:\/\//, '')}`}
      {title !== null && ` (${title})`}, <Ago at={receivedAt} />
    </>
  );
}
