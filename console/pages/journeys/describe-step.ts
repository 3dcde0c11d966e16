import type { JourneyStep } from '../../../domain/journeys/schemas';
import { describeCondition } from '../../format/condition';
import { formatDuration } from '../../format/duration';

type StepOf<Kind extends JourneyStep['kind']> = Extract<JourneyStep, { kind: Kind }>;

/** Describes a step in one line. @param nameOf returns the name of a communication */
export function describeStep(step: JourneyStep, nameOf: (communicationId: string) => string): string {
  switch (step.kind) {
    case 'send':
      if (step.communicationId === '') return 'Choose a message';
      return `Sends ${nameOf(step.communicationId)}${step.onSkip === 'exit' ? '; exits if skipped' : ''}`;
    case 'wait':
      return describeWait(step);
    case 'branch':
      return step.arms.map(({ when }) => describeCondition(when)).join(' · ');
    case 'experiment':
      return step.allocation === 'thompson' ? 'Splits by weight, adjusted to results' : 'Splits by weight';
    case 'webhook':
      return step.url === '' ? 'Enter a URL' : `${step.method} ${step.url}`;
    case 'exit':
      return step.reason === undefined ? 'Ends the journey' : `Ends the journey: ${step.reason}`;
  }
}

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

function describeWait({ duration, until, untilTime, untilEvent }: StepOf<'wait'>): string {
  if (duration !== undefined) return `Waits ${formatDuration(duration)}`;
  if (until !== undefined) return `Waits until ${until.slice(0, 16).replace('T', ' ')}`;
  if (untilEvent !== undefined) {
    return `Waits for ${untilEvent.eventName}, timeout ${formatDuration(untilEvent.timeout)}`;
  }
  if (untilTime === undefined) return 'Waits';
  const on = untilTime.weekdays?.map((day) => days[day - 1]).join(', ');
  return `Waits until ${untilTime.time}${on === undefined ? '' : ` on ${on}`}`;
}
