import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../components/code-block';
import { Ago, Read } from '../../components/read';
import { useMay } from '../../session/session';
import { FirstEvent, ReceivedEvent } from './first-event';
import { htmlCode } from './install-code';
import { NameConversion } from './name-conversion';
import { SendTest } from './send-test';
import './start.css';
import { Step } from './step';
import { useGettingStarted, type GettingStartedData } from './use-getting-started';

/** The first steps of a workspace. Each one detects by itself that it is done. */
export function GettingStarted() {
  const query = useGettingStarted(({ isDone }) => !isDone);
  return <Read query={query}>{(data) => <Steps data={data} />}</Read>;
}

function Steps({ data }: { data: GettingStartedData }) {
  const { event, conversion, experiment, journey, emailSentAt, admins } = data;
  const done = [event, conversion, experiment, journey, emailSentAt].filter((part) => part !== null).length;
  return (
    <div className="getting-started">
      <p role="status" className="start-progress">
        <progress max={5} value={done} aria-label="Steps" />
        {done === 5 ? 'All steps are done.' : `${done} of 5 steps done`}
      </p>
      <ol>
        <Step
          number={1}
          title="Install the snippet"
          permission="workspace.read"
          admins={admins}
          found={event && <InstalledSnippet event={event} />}
        >
          <Install data={data} />
        </Step>
        <Step
          number={2}
          title="Name a conversion"
          permission="conversions.write"
          admins={admins}
          found={conversion && <Link to="/conversions">{conversion.name}</Link>}
        >
          <NameConversion eventTypes={data.eventTypes} />
        </Step>
        <Step
          number={3}
          title="Create an experiment"
          permission="experiments.write"
          admins={admins}
          found={experiment && <RecordLink to={`/experiments/${experiment.id}`}>{experiment.name}</RecordLink>}
        >
          <CreateExperiment />
        </Step>
        <Step
          number={4}
          title="Publish a journey"
          permission="journeys.publish"
          admins={admins}
          found={journey && <RecordLink to={`/journeys/${journey.id}`}>{journey.name}</RecordLink>}
        >
          <PublishJourney draft={data.draftJourney} />
        </Step>
        <Step
          number={5}
          title="Send a test email"
          permission="communications.write"
          admins={admins}
          found={emailSentAt && <SentEmail at={emailSentAt} mailSinkUrl={data.mailSinkUrl} />}
        >
          <SendTest communication={data.communication} mailSinkUrl={data.mailSinkUrl} />
        </Step>
      </ol>
    </div>
  );
}

const RecordLink = ({ to, children }: { to: string; children: ReactNode }) => <Link to={to}>{children}</Link>;

function Install({ data }: { data: GettingStartedData }) {
  return (
    <>
      <p>
        Add this code to the <code>&lt;head&gt;</code> of every page, or see the code for{' '}
        <Link to="/install" search={{ as: 'react' }}>
          React, Next.js, Google Tag Manager and servers
        </Link>
        .
      </p>
      <CodeBlock label="HTML">{htmlCode(data)}</CodeBlock>
      <FirstEvent event={null} />
    </>
  );
}

const InstalledSnippet = ({ event }: { event: NonNullable<GettingStartedData['event']> }) => (
  <>
    Last event: <ReceivedEvent event={event} />. <Link to="/install">Check a page</Link>
  </>
);

const SentEmail = ({ at, mailSinkUrl }: { at: string; mailSinkUrl: string | null }) => (
  <>
    Sent <Ago at={at} />.{' '}
    {mailSinkUrl === null ? <Link to="/communications">Communications</Link> : <a href={mailSinkUrl}>Mail sink</a>}
  </>
);

const CreateExperiment = () => (
  <>
    <p>Show two versions of a page, and measure which one leads to more conversions.</p>
    <Link to="/experiments/new" className="button">
      New experiment
    </Link>
  </>
);

function PublishJourney({ draft }: { draft: GettingStartedData['draftJourney'] }) {
  const mayWrite = useMay('journeys.write');
  return (
    <>
      <p>A journey sends messages when an event happens, such as a welcome after a sign-up.</p>
      {draft !== null ? (
        <p className="break">
          <RecordLink to={`/journeys/${draft.id}`}>Open the draft {draft.name}</RecordLink>
        </p>
      ) : (
        mayWrite && (
          <Link to="/journeys" search={{ new: '1' }} className="button">
            New journey
          </Link>
        )
      )}
    </>
  );
}
