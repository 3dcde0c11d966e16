import type { JourneyStep } from '../../../../domain/journeys/schemas';
import type { Schemas } from '../../../api/client';
import { Status } from '../../../components/status';
import { formatInstant } from '../../../format/time';
import { formatWords } from '../../../format/words';
import { StepIcon } from '../canvas/step-icon';
import { stepKinds } from '../steps/registry';
import type { MetProps, MetStep, StepKind } from '../steps/step-kind';
import { describeMetStep, describeSpan, endings, gapHeight } from './describe-met-step';
import { executionIdOf } from './execution-id';
import { StepActions } from './step-actions';
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
  const executionId = executionIdOf(execution);
  return (
    <ol className="timeline" aria-label="Timeline">
      {execution.steps.map((met, index) => (
        <li key={met.stepId} className={`timeline-step ${met.status}`}>
          <span className="timeline-mark">
            <StepIcon kind={met.kind} />
          </span>
          <div className="timeline-body">
            <Head met={met} isOpen={isUnfinished(met, execution)} />
            {!isUnfinished(met, execution) && <p>{describeMetStep(met, byId.get(met.stepId))}</p>}
            {index === execution.steps.length - 1 && <Ending of={execution} kind={met.kind} />}
            {met.reason !== null && <Reason reason={met.reason} />}
            <Details {...{ met, journeyId, executionId, previewPath }} />
            <Actions {...{ met, journeyId, execution, step: byId.get(met.stepId) }} />
            <Span met={met} endedAt={execution.endedAt} />
          </div>
        </li>
      ))}
    </ol>
  );
}

function Details(props: MetProps) {
  const { MetDetails } = stepKinds[props.met.kind];
  return MetDetails === undefined ? null : <MetDetails {...props} />;
}

interface ActionsProps extends Pick<Props, 'journeyId' | 'execution'> {
  met: MetStep;
  step: JourneyStep | undefined;
}

/** Offers actions on the step that the execution is at. */
function Actions({ met: { stepId, name, leftAt }, step, ...of }: ActionsProps) {
  if (step === undefined || leftAt !== null || of.execution.currentStepId !== stepId) return null;
  return <StepActions {...of} step={step} name={name ?? stepId} />;
}

/** Says why the execution ended at this step, if it did not end at an exit. */
function Ending({ of: { exitReason, status }, kind }: { of: Schemas['ExecutionDetail']; kind: StepKind }) {
  if (exitReason === null || stepKinds[kind].isEnd === true) return null;
  const text = endings[exitReason] ?? (status === 'CANCELED' ? `Ended here by an operator: ${exitReason}` : undefined);
  if (text === undefined) return null;
  return (
    <p>
      <strong data-value={exitReason}>{text}</strong>
    </p>
  );
}

/** Returns whether the execution ended during a step. */
const isUnfinished = ({ status }: MetStep, { endedAt }: Schemas['ExecutionDetail']): boolean =>
  status === 'waiting' && endedAt !== null;

interface HeadProps {
  met: MetStep;
  /** Whether the execution ended during the step. */
  isOpen: boolean;
}

const Head = ({ met: { stepId, name, kind, status, enteredAt }, isOpen }: HeadProps) => (
  <div className="timeline-head">
    <strong>{name ?? stepId}</strong> <span className="quiet small">{formatWords(kind)}</span>{' '}
    {status !== 'executed' && !isOpen && <Status of={status} />}
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
function Span({ met: { enteredAt, leftAt }, endedAt }: { met: MetStep; endedAt: string | null }) {
  const until = leftAt ?? endedAt;
  const [from, to] = [Date.parse(enteredAt), until === null ? Date.now() : Date.parse(until)];
  const span = describeSpan(from, to);
  if (span === null) return null;
  return (
    <p className="timeline-span quiet small" style={{ minHeight: gapHeight(to - from) }}>
      {until === null ? `${span} so far` : span}
    </p>
  );
}
