import { Ago } from '../../components/read';
import type { GettingStartedData } from './use-getting-started';

/** Waits for the first event, or shows the last one with its page. */
export function FirstEvent({ event }: { event: GettingStartedData['event'] }) {
  return (
    <div className={event === null ? 'first-event' : 'first-event received'}>
      <span className={event === null ? 'pulse' : 'step-mark done'} aria-hidden="true" />
      <div>
        <p className="state-title" role="status">
          {event === null ? 'Waiting for your first event…' : 'Your events arrive.'}
        </p>
        <p className="quiet break">
          {event === null ? (
            'Open one of your pages in a browser. This page updates by itself.'
          ) : (
            <ReceivedEvent event={event} />
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
