import { useState } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { DataTable } from '../../../components/table';
import { Status } from '../../../components/status';
import { formatInstant } from '../../../format/time';
import { formatWords } from '../../../format/words';
import { StepIcon } from '../canvas/step-icon';
import { describeMetStep, describeSpan, endings, gapHeight, type MetStep } from './describe-met-step';
import { executionIdOf } from './execution-id';
import { ResendMessage } from './resend-message';
import { explainReason } from '../../../../domain/journeys/explain-reason';

interface Props {
  journeyId: string;
  execution: Schemas['ExecutionDetail'];
  /** The steps of the version; empty while loading. */
  steps: readonly JourneyStep[];
  /** The path of message previews, without the step id. */
  previewPath: string;
}

/** Shows what happened at each step. Long waits are compressed and labeled with their duration. */
export function Timeline({ journeyId, execution, steps, previewPath }: Props) {
  const byId = new Map(steps.map((step) => [step.id, step]));
  return (
    <ol className="timeline" aria-label="Timeline">
      {execution.steps.map((met, index) => (
        <li key={met.stepId} className={`timeline-step ${met.status}`}>
          <span className="timeline-mark">
            <StepIcon kind={met.kind} />
          </span>
          <div className="timeline-body">
            <Head met={met} />
            <p>{describeMetStep(met, byId.get(met.stepId))}</p>
            {index === execution.steps.length - 1 && <Ending of={execution} kind={met.kind} />}
            {met.reason !== null && <Reason reason={met.reason} />}
            {met.send !== null && <Message send={met.send} src={`${previewPath}/${encodeURIComponent(met.stepId)}`} />}
            <ResendMessage journeyId={journeyId} executionId={executionIdOf(execution)} met={met} />
            {met.tries.length > 0 && <Tries tries={met.tries} />}
            <Span met={met} />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Says why the execution ended at this step, if it did not end at an exit. */
function Ending({ of: { exitReason }, kind }: { of: Schemas['ExecutionDetail']; kind: string }) {
  const text = exitReason === null || kind === 'exit' ? undefined : endings[exitReason];
  if (text === undefined) return null;
  return (
    <p>
      <strong data-value={exitReason}>{text}</strong>
    </p>
  );
}

const Head = ({ met: { stepId, name, kind, status, enteredAt } }: { met: MetStep }) => (
  <div className="timeline-head">
    <strong>{name ?? stepId}</strong> <span className="quiet small">{formatWords(kind)}</span>{' '}
    {status !== 'executed' && <Status of={status} />}
    <time className="quiet small" dateTime={enteredAt}>
      {formatInstant(enteredAt)}
    </time>
  </div>
);

function Reason({ reason }: { reason: string }) {
  const { meaning, remedy } = explainReason(reason);
  return (
    <p className="small" data-value={reason}>
      {meaning} {remedy !== undefined && <span className="quiet">{remedy}</span>}
    </p>
  );
}

/** Shows the duration of a step. The height grows with its logarithm. */
function Span({ met: { enteredAt, leftAt } }: { met: MetStep }) {
  const [from, to] = [Date.parse(enteredAt), leftAt === null ? Date.now() : Date.parse(leftAt)];
  const span = describeSpan(from, to);
  if (span === null) return null;
  return (
    <p className="timeline-span quiet small" style={{ minHeight: gapHeight(to - from) }}>
      {leftAt === null ? `${span} so far` : span}
    </p>
  );
}

function Message({ send, src }: { send: NonNullable<MetStep['send']>; src: string }) {
  const [open, setOpen] = useState(false);
  const { communicationId, status, subject, failure, events, warnings } = send;
  return (
    <div className="timeline-message">
      <p>
        <Status of={status} /> <strong>{subject ?? communicationId}</strong>
        {failure !== null && <span className="quiet"> {failure}</span>}
      </p>
      {warnings.map((warning) => (
        <p className="notice warn small" key={warning}>
          {warning}
        </p>
      ))}
      {events.length > 0 && (
        <ul className="small quiet">
          {events.map(({ kind, at, count, automated, url }) => (
            <li key={`${kind} ${at} ${url ?? ''}`}>
              <span data-value={kind}>{formatWords(kind)}</span>
              {url === null ? '' : `: ${url}`}, {formatInstant(at)}
              {count > 1 ? `, ${count} times` : ''}
              {automated ? ', automated' : ''}
            </li>
          ))}
        </ul>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Show message</summary>
        <p className="small quiet">The content of the version, rendered with the current data of the person.</p>
        {open && (
          <iframe className="preview-frame" title={`Message ${subject ?? communicationId}`} sandbox="" src={src} />
        )}
      </details>
    </div>
  );
}

function Failure({ reason }: { reason: string | null }) {
  if (reason === null) return '–';
  return <span data-value={reason}>{explainReason(reason).title ?? formatWords(reason)}</span>;
}

const Tries = ({ tries }: { tries: MetStep['tries'] }) => (
  <DataTable
    caption="Attempts"
    rows={tries}
    rowKey={({ number }) => String(number)}
    columns={[
      { title: 'Attempt', cell: ({ number }) => number },
      { title: 'Time', cell: ({ at }) => formatInstant(at) },
      { title: 'Response', cell: ({ statusCode, failure }) => statusCode ?? <Failure reason={failure} /> },
      { title: 'Duration', numeric: true, cell: ({ durationMs }) => `${durationMs.toLocaleString('en')} ms` },
    ]}
  />
);
