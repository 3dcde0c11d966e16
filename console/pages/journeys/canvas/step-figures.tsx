import { RowLink } from '../../../components/row-link';
import { formatCount } from '../../../format/number';
import { stepStatusWords, type StepStatus } from '../executions/execution-filter';
import type { Figures } from './marks';
import './step-figures.css';

const statuses: readonly StepStatus[] = ['executed', 'waiting', 'skipped', 'failed'];

interface Props {
  figures: Figures;
  /** The name of the step, for screen readers. */
  name: string;
  isTabStop?: boolean;
}

/** The figures of a step. Each one links to the list of its executions. */
export function StepFigures({ figures, name, isTabStop = true }: Props) {
  return (
    <p className="step-figures" title={figures.note}>
      {statuses
        .filter((status) => status === 'executed' || figures[status] > 0)
        .map((status) => {
          const text = `${formatCount(figures[status])} ${stepStatusWords[status]}`;
          if (figures[status] === 0) return <span key={status}>{text}</span>;
          return (
            <RowLink
              key={status}
              to={figures.listOf(status)}
              className={`nodrag nopan ${status}`}
              aria-label={`${text} at ${name}`}
              tabIndex={isTabStop ? 0 : -1}
            >
              {text}
            </RowLink>
          );
        })}
    </p>
  );
}
