import { MarkerType, Position } from '@xyflow/react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { countOf } from '../../../format/number';
import { formatWords } from '../../../format/words';
import { stepKinds } from '../steps/registry';
import { journeyEdges, startId, stepEdges, type Edge, type Exit } from '../model/edges';
import { nodeSize, type Layout } from '../model/layout';
import type { InsertEdgeType } from './insert-edge';
import { edgeKey, type Marks } from './marks';
import type { StartNodeType, StepNodeType } from './step-node';

/** Converts steps to nodes and edges of React Flow. */

export type CanvasNode = StepNodeType | StartNodeType;

const { width, height } = nodeSize;
const sized = { width, height, measured: { width, height } };
const handle = { width: 10, height: 10 };
const top = { ...handle, type: 'target', position: Position.Top, x: width / 2 - 5, y: -5 } as const;
const bottom = (field: string, x: number) =>
  ({ ...handle, id: field, type: 'source', position: Position.Bottom, x: x - 5, y: height - 5 }) as const;

/** Positions the exits of a step side by side, in the order of their targets. */
function exitsOf(step: JourneyStep, { routes }: Layout): { field: string; x: number }[] {
  const edges = stepEdges(step);
  const goesTo = ({ from, field }: Edge): number => {
    const route = routes.get(edgeKey(from, field));
    return route?.bends[0]?.x ?? route?.label.x ?? 0;
  };
  const ordered = [...edges].sort((one, other) => goesTo(one) - goesTo(other));
  return edges.map((edge) => ({
    field: edge.field,
    x: Math.round((width * (ordered.indexOf(edge) + 1)) / (edges.length + 1)),
  }));
}

interface Input {
  steps: readonly JourneyStep[];
  layout: Layout;
  start: { title: string; note: string };
  marks: Marks;
  selected: ReadonlySet<string>;
  nameOf: (communicationId: string) => string;
}

export function nodesOf({ steps, layout, start, marks, selected, nameOf }: Input): CanvasNode[] {
  const at = (id: string): { x: number; y: number } => layout.positions.get(id) ?? { x: 0, y: 0 };
  const startNode: StartNodeType = {
    ...{ id: startId, type: 'start', position: at(startId), selected: selected.has(startId), ...sized },
    handles: [bottom('entry', width / 2)],
    data: { ...start, problems: marks.problems?.get(null) ?? [] },
    ariaLabel: `Start: ${start.title}`,
    ...reachable(startId, selected, true),
  };
  return [
    startNode,
    ...steps.map((step): StepNodeType => {
      const { id, kind } = step;
      const exits = exitsOf(step, layout);
      const problems = marks.problems?.get(id) ?? [];
      const summary = stepKinds[step.kind].describe(step, nameOf);
      return {
        ...{ id, type: 'step', position: at(id), selected: selected.has(id), ...sized },
        handles: [top, ...exits.map(({ field, x }) => bottom(field, x))],
        data: {
          ...{ step, summary, problems, exits },
          figures: marks.figures?.get(id),
          difference: marks.differences?.get(id),
          happened: marks.path?.get(id),
          dimmed: marks.path !== undefined && !marks.path.has(id),
        },
        ...reachable(id, selected, false),
        ariaLabel: `${formatWords(kind)} ${step.name ?? id}: ${summary}${problems.length > 0 ? `; ${countOf(problems.length, 'problem', 'problems')}` : ''}`,
      };
    }),
  ];
}

/** Makes only the selected step, or the start, a tab stop. Arrow keys move between steps. */
function reachable(id: string, selected: ReadonlySet<string>, isStart: boolean) {
  const focusable = selected.size === 0 ? isStart : selected.has(id);
  return { ariaRole: 'group' as const, focusable, domAttributes: { tabIndex: focusable ? 0 : -1 } };
}

interface EdgeInput {
  steps: readonly JourneyStep[];
  layout: Layout;
  marks: Marks;
  selected: string | null;
  onInsert: ((exit: Exit) => void) | undefined;
}

export function edgesFor({ steps, ...shown }: EdgeInput): InsertEdgeType[] {
  const ids = new Set(steps.map(({ id }) => id));
  return journeyEdges(steps)
    .filter(({ to }) => ids.has(to))
    .map((edge) => edgeFor(edge, shown));
}

function edgeFor(
  { from, field, to, label }: Edge,
  { layout, marks, selected, onInsert }: Omit<EdgeInput, 'steps'>,
): InsertEdgeType {
  const id = edgeKey(from, field);
  const route = layout.routes.get(id);
  const taken = marks.taken?.has(id) ?? false;
  return {
    ...{ id, type: 'insert', source: from, sourceHandle: field, target: to, selected: selected === id },
    markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14 },
    focusable: false,
    data: {
      ...{ label, taken, note: marks.armNotes?.get(id) },
      ...{ bends: route?.bends ?? [], at: route?.label ?? { x: 0, y: 0 } },
      dimmed: marks.taken !== undefined && !taken,
      name: `Insert a step between ${from === startId ? 'the start' : from} and ${to}`,
      onInsert: onInsert === undefined ? undefined : () => onInsert({ from, field }),
    },
  };
}
