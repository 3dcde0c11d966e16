import { Handle, Position, type Node, type NodeProps } from '@xyflow/react';
import { memo } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { formatWords } from '../../../format/words';
import { nodeSize } from '../model/layout';
import { stepKinds } from '../steps/registry';
import type { Figures } from './marks';
import { StepFigures } from './step-figures';
import { StepIcon } from './step-icon';

export interface StepData extends Record<string, unknown> {
  step: JourneyStep;
  summary: string;
  problems: readonly { message: string }[];
  figures: Figures | undefined;
  difference: 'added' | 'removed' | 'changed' | undefined;
  happened: string | undefined;
  /** The simulation does not reach this step. */
  dimmed: boolean;
  exits: readonly { field: string; x: number }[];
}

export type StepNodeType = Node<StepData, 'step'>;

export const StepNode = memo(function StepNode({ data, selected }: NodeProps<StepNodeType>) {
  const { step, summary, problems, figures, difference, happened, dimmed, exits } = data;
  const classes = ['step-node', `tone-${stepKinds[step.kind].tone}`];
  if (selected) classes.push('selected');
  if (difference !== undefined) classes.push(difference);
  if (happened !== undefined) classes.push('on-path');
  if (dimmed) classes.push('dimmed');
  if (problems.length > 0) classes.push('has-problem');
  return (
    <div className={classes.join(' ')}>
      <Handle type="target" position={Position.Top} className="step-handle" />
      <div className="step-head">
        <StepIcon kind={step.kind} />
        <strong className="step-name">{step.name ?? step.id}</strong>
        {difference !== undefined && <span className={`difference ${difference}`}>{formatWords(difference)}</span>}
        {problems.length > 0 && (
          <span className="problem-count" title={problems.map(({ message }) => message).join('\n')}>
            {problems.length}
          </span>
        )}
      </div>
      <p className="step-summary">{happened ?? summary}</p>
      {figures !== undefined && <StepFigures figures={figures} name={step.name ?? step.id} isTabStop={selected} />}
      {exits.map(({ field, x }) => (
        <Handle
          key={field}
          id={field}
          type="source"
          position={Position.Bottom}
          className="step-handle"
          style={{ left: x }}
        />
      ))}
    </div>
  );
});

export interface StartData extends Record<string, unknown> {
  title: string;
  note: string;
  problems: readonly { message: string }[];
}

export type StartNodeType = Node<StartData, 'start'>;

/** The start of the journey. Selecting it opens the settings. */
export const StartNode = memo(function StartNode({ data, selected }: NodeProps<StartNodeType>) {
  const { title, note, problems } = data;
  return (
    <div className={`step-node start-node${selected ? ' selected' : ''}${problems.length > 0 ? ' has-problem' : ''}`}>
      <div className="step-head">
        <StepIcon kind="start" />
        <strong className="step-name">{title}</strong>
        {problems.length > 0 && (
          <span className="problem-count" title={problems.map(({ message }) => message).join('\n')}>
            {problems.length}
          </span>
        )}
      </div>
      <p className="step-summary">{note}</p>
      <Handle
        id="entry"
        type="source"
        position={Position.Bottom}
        className="step-handle"
        style={{ left: nodeSize.width / 2 }}
      />
    </div>
  );
});
