import { graphlib, layout as arrange } from '@dagrejs/dagre';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { journeyEdges, startId } from './edges';

export const nodeSize = { width: 256, height: 100 } as const;

export interface Point {
  x: number;
  y: number;
}

export interface Layout {
  /** The top left corner of each step and of the start. */
  positions: ReadonlyMap<string, Point>;
  /** By `from field`: the bends of the edge and the position of its label. */
  routes: ReadonlyMap<string, { bends: readonly Point[]; label: Point }>;
}

const labelWidth = (label: string): number => Math.min(label.length * 7, 160) + 40;

/** Arranges the steps from top to bottom, in execution order. */
export function layoutSteps(steps: readonly JourneyStep[]): Layout {
  const graph = new graphlib.Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 40, ranksep: 40, edgesep: 20 });
  graph.setDefaultEdgeLabel(() => ({}));
  graph.setNode(startId, { ...nodeSize });
  for (const { id } of steps) graph.setNode(id, { ...nodeSize });
  for (const { from, field, to, label } of journeyEdges(steps)) {
    if (graph.hasNode(to)) graph.setEdge(from, to, { width: labelWidth(label), height: 24, labelpos: 'c' }, field);
  }
  arrange(graph);
  const positions = graph.nodes().map((id: string): [string, Point] => {
    const { x, y } = graph.node(id) as unknown as Point;
    return [id, { x: Math.round(x - nodeSize.width / 2), y: Math.round(y - nodeSize.height / 2) }];
  });
  const routes = graph
    .edges()
    .map((edge: { v: string; w: string; name?: string }): [string, { bends: readonly Point[]; label: Point }] => {
      const { points, x, y } = graph.edge(edge) as unknown as Point & { points: Point[] };
      return [`${edge.v} ${edge.name ?? ''}`, { bends: points.slice(1, -1), label: { x, y } }];
    });
  return { positions: new Map(positions), routes: new Map(routes) };
}
