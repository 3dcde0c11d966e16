import { BaseEdge, EdgeLabelRenderer, type Edge, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import type { Point } from '../model/layout';

export interface InsertData extends Record<string, unknown> {
  label: string;
  note: string | undefined;
  taken: boolean;
  dimmed: boolean;
  bends: readonly Point[];
  /** The position of the label. */
  at: Point;
  /** The accessible name of the button. */
  name: string;
  /** Absent in a read-only view. */
  onInsert: (() => void) | undefined;
}

export type InsertEdgeType = Edge<InsertData, 'insert'>;

/** An edge with its label and a button that inserts a step. */
export const InsertEdge = memo(function InsertEdge(props: EdgeProps<InsertEdgeType>) {
  const { id, sourceX, sourceY, targetX, targetY, data, selected, markerEnd } = props;
  if (data === undefined) return null;
  const { label, note, taken, dimmed, name, onInsert, bends, at } = data;
  const path = pathThrough([{ x: sourceX, y: sourceY }, ...bends, { x: targetX, y: targetY }]);
  const classes = ['journey-edge', taken ? 'taken' : '', dimmed ? 'dimmed' : '', selected === true ? 'selected' : ''];
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        {...(markerEnd === undefined ? {} : { markerEnd })}
        className={classes.join(' ')}
        interactionWidth={16}
      />
      <EdgeLabelRenderer>
        <div
          className="edge-label nodrag nopan"
          data-edge={id}
          style={{ transform: `translate(-50%, -50%) translate(${at.x}px, ${at.y}px)` }}
        >
          {(label !== '' || note !== undefined) && (
            <span className="edge-name" title={note}>
              {label}
              {note !== undefined && <span className="edge-note quiet">{note}</span>}
            </span>
          )}
          {onInsert !== undefined && (
            <button type="button" className="edge-insert" aria-label={name} tabIndex={-1} onClick={onInsert}>
              +
            </button>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
});

/** Returns a curve that passes each point vertically. */
function pathThrough([first, ...others]: readonly Point[]): string {
  if (first === undefined) return '';
  let [{ x, y }, path] = [first, `M ${first.x} ${first.y}`];
  for (const next of others) {
    const middle = (y + next.y) / 2;
    path += ` C ${x} ${middle} ${next.x} ${middle} ${next.x} ${next.y}`;
    ({ x, y } = next);
  }
  return path;
}
