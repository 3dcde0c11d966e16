import {
  Background,
  ControlButton,
  Controls,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type Connection,
  type NodeChange,
  type OnConnectEnd,
  type ReactFlowInstance,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import './canvas.css';
import { useCallback, useEffect, useMemo, useRef, useState, type DragEvent } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { journeyEdges, startId, type Exit } from '../model/edges';
import { layoutSteps, nodeSize, type Layout } from '../model/layout';
import { stepKinds } from '../steps/registry';
import type { StepKind } from '../steps/step-kind';
import { dragType } from './drag-type';
import { edgesFor, nodesOf, type CanvasNode } from './graph-elements';
import { InsertEdge, type InsertEdgeType } from './insert-edge';
import type { Marks } from './marks';
import { StartNode, StepNode } from './step-node';

/** The edit commands of the canvas. */
export interface CanvasEdit {
  /** Opens the dialog to insert a step at an exit. */
  onInsert: (exit: Exit) => void;
  onDrop: (kind: StepKind, place: Exit | { after: string } | null) => void;
  onConnect: (exit: Exit, to: string) => void;
  onDisconnect: (exit: Exit) => void;
}

export interface CanvasProps {
  steps: readonly JourneyStep[];
  start: { title: string; note: string };
  marks: Marks;
  selected: ReadonlySet<string>;
  onSelect: (ids: ReadonlySet<string>) => void;
  nameOf: (communicationId: string) => string;
  edit?: CanvasEdit | undefined;
  /** The step to bring into view. */
  focus?: { id: string } | null;
}

const nodeTypes = { step: StepNode, start: StartNode };
const edgeTypes = { insert: InsertEdge };

export function JourneyCanvas(props: CanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

/** From this number of steps on, only visible ones are rendered. */
const largeFrom = 60;

function useLayout(steps: readonly JourneyStep[]) {
  // The layout depends only on the ids and connections of steps, not on their content.
  const shape = useMemo(
    () => JSON.stringify(journeyEdges(steps).map(({ from, field, to }) => [from, field, to])),
    [steps],
  );
  const ids = steps.map(({ id }) => id).join(' ');
  return useMemo(() => layoutSteps(steps), [shape, ids]);
}

function Canvas({ steps, start, marks, selected, onSelect, nameOf, edit, focus }: CanvasProps) {
  const flow = useReactFlow<CanvasNode, InsertEdgeType>();
  const layout = useLayout(steps);
  const root = useRef<HTMLDivElement>(null);
  const [edge, setEdge] = useState<string | null>(null);
  const nodes = useMemo(
    () => nodesOf({ steps, layout, start, marks, selected, nameOf }),
    [steps, layout, start, marks, selected, nameOf],
  );
  const edges = useMemo(
    () => edgesFor({ steps, layout, marks, selected: edge, onInsert: edit?.onInsert }),
    [steps, layout, marks, edge, edit?.onInsert],
  );
  useFocus(focus ?? null, layout);
  const events = useEvents({ selected, onSelect, edit });
  // With many steps, the dots of the background cost as much per frame as the steps.
  const large = steps.length > largeFrom;
  return (
    <div
      ref={root}
      className="canvas"
      onDragOver={(event) => edit !== undefined && event.preventDefault()}
      onDrop={(event) => edit !== undefined && onDrop(event, edit)}
    >
      <ReactFlow<CanvasNode, InsertEdgeType>
        {...{ nodes, edges, nodeTypes, edgeTypes }}
        {...events}
        {...fixed}
        onPaneClick={() => {
          setEdge(null);
          onSelect(new Set());
        }}
        onEdgeClick={(_event, { id }) => setEdge(id)}
        nodesConnectable={edit !== undefined}
        edgesReconnectable={edit !== undefined}
        onlyRenderVisibleElements={large}
        onInit={() => fit(flow, root.current, layout)}
      >
        {!large && <Background gap={20} size={1} />}
        <Controls showInteractive={false} showFitView={false}>
          <ControlButton title="Fit view" aria-label="Fit view" onClick={() => fit(flow, root.current, layout)}>
            <svg className="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
              <path d="M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4" />
            </svg>
          </ControlButton>
        </Controls>
        <MiniMap pannable zoomable ariaLabel="Map of the journey" className="wide-only" nodeStrokeWidth={0} />
      </ReactFlow>
    </div>
  );
}

/** The smallest text of a step has 13 px, so that it has at least 11 px at this zoom. */
const readable = 0.85;

/** Shows the whole journey if it is readable at that zoom, otherwise its start. The rest is reached by scrolling. */
function fit(
  flow: ReactFlowInstance<CanvasNode, InsertEdgeType>,
  pane: HTMLDivElement | null,
  { positions }: Layout,
): void {
  if (pane === null) return;
  const places = [...positions.values()];
  const left = Math.min(...places.map(({ x }) => x));
  const width = Math.max(...places.map(({ x }) => x)) - left + nodeSize.width;
  const height = Math.max(...places.map(({ y }) => y)) + nodeSize.height;
  const margin = 32;
  const whole = Math.min((pane.clientWidth - 2 * margin) / width, (pane.clientHeight - 2 * margin) / height);
  const zoom = Math.min(1, Math.max(readable, whole));
  const start = positions.get(startId);
  const middle = width * zoom <= pane.clientWidth ? left + width / 2 : (start?.x ?? 0) + nodeSize.width / 2;
  void flow.setViewport({ x: pane.clientWidth / 2 - middle * zoom, y: margin, zoom });
}

/** The layout positions the steps, and the editor handles the keys. */
const fixed = {
  ...{ nodesDraggable: false, edgesFocusable: false, deleteKeyCode: null, disableKeyboardA11y: true },
  ...{ minZoom: 0.1, maxZoom: 1.5 },
  // The wheel scrolls, as on any page; with Ctrl or a pinch, it zooms.
  panOnScroll: true,
  multiSelectionKeyCode: ['Shift', 'Meta', 'Control'],
  isValidConnection: ({ source, target }: { source: string; target: string }) =>
    source !== target && target !== startId,
};

/** Handles selecting, connecting and disconnecting. */
function useEvents({ selected, onSelect, edit }: Pick<CanvasProps, 'selected' | 'onSelect' | 'edit'>) {
  const onNodesChange = useCallback(
    (changes: NodeChange<CanvasNode>[]) => {
      const chosen = changes.filter((one) => one.type === 'select');
      if (chosen.length === 0) return;
      const next = new Set(selected);
      for (const { id, selected: is } of chosen) {
        if (is) next.add(id);
        else next.delete(id);
      }
      onSelect(next);
    },
    [selected, onSelect],
  );
  const onConnectEnd: OnConnectEnd = (_event, { isValid, fromHandle, toNode }) => {
    if (isValid === true || toNode !== null || fromHandle?.type !== 'source') return;
    edit?.onInsert({ from: fromHandle.nodeId, field: fromHandle.id ?? 'next' });
  };
  return {
    ...{ onNodesChange, onConnectEnd },
    onConnect: ({ source, sourceHandle, target }: Connection) =>
      edit?.onConnect({ from: source, field: sourceHandle ?? 'next' }, target),
    onReconnect: (old: InsertEdgeType, { source, sourceHandle, target }: Connection) =>
      edit?.onConnect(source === old.source ? exitOf(old.id) : { from: source, field: sourceHandle ?? 'next' }, target),
  };
}

function useFocus(focus: { id: string } | null, { positions }: Layout): void {
  const { setCenter, getZoom } = useReactFlow();
  useEffect(() => {
    const position = focus === null ? undefined : positions.get(focus.id);
    if (position === undefined) return;
    const zoom = Math.max(getZoom(), readable);
    void setCenter(position.x + nodeSize.width / 2, position.y + nodeSize.height / 2, { zoom });
    // Changes of the steps do not move the canvas.
  }, [focus]);
}

function exitOf(edgeId: string): Exit {
  const [from = '', field = ''] = edgeId.split(' ');
  return { from, field };
}

/** Inserts at an edge, after a step, or without a connection. */
function onDrop(event: DragEvent, { onDrop: drop }: CanvasEdit): void {
  const kind = Object.values(stepKinds).find((one) => one.kind === event.dataTransfer.getData(dragType))?.kind;
  if (kind === undefined) return;
  event.preventDefault();
  const hit = document.elementsFromPoint(event.clientX, event.clientY);
  const edge = hit.map((one) => one.closest('[data-edge], .react-flow__edge')).find((one) => one !== null);
  const edgeId = edge?.getAttribute('data-edge') ?? edge?.getAttribute('data-id');
  if (typeof edgeId === 'string') return drop(kind, exitOf(edgeId));
  const node = hit.map((one) => one.closest('.react-flow__node')).find((one) => one !== null);
  const id = node?.getAttribute('data-id');
  if (typeof id !== 'string') return drop(kind, null);
  return drop(kind, id === startId ? { from: startId, field: 'entry' } : { after: id });
}
