import type { KeyboardEvent } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { startId } from '../model/edges';
import { neighbour, type Direction } from '../model/navigate';
import type { Editing } from './use-editing';
import type { StageControl } from './use-stage';

const directions: Record<string, Direction> = {
  ...{ ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' },
};

/** With a modifier key, browsers differ in whether Shift changes the case of a letter. */
const heldKey = ({ key, shiftKey }: KeyboardEvent): string => (shiftKey ? key.toUpperCase() : key.toLowerCase());

interface Commands extends Pick<StageControl, 'open' | 'connect' | 'moveTo' | 'search' | 'leave'> {
  steps: readonly JourneyStep[];
  selected: ReadonlySet<string>;
  /** The editing commands; null if the view is read-only. */
  edit: { editing: Editing; add: () => void } | null;
}

type Keys = Record<string, () => void>;

/** Handles the shortcuts of canvas and outline in `shell/shortcuts.ts`. */
export function canvasKeys({ steps, selected, edit, ...stage }: Commands) {
  const [plain, held] = edit === null ? [{ f: stage.search }, {}] : editingKeys(edit, stage);
  const move = (direction: Direction): void => {
    const from = [...selected].at(-1) ?? startId;
    const to = selected.size === 0 ? startId : neighbour(steps, from, direction);
    if (to !== null) stage.moveTo(to);
  };
  const commandOf = (event: KeyboardEvent): (() => void) | undefined => {
    const place = placeOf(event.target);
    if (place === 'elsewhere' || event.altKey) return undefined;
    if (event.metaKey || event.ctrlKey) return place === 'fields' ? undefined : held[heldKey(event)];
    if (place !== 'steps') return event.key === 'Escape' ? stage.leave : undefined;
    const direction = directions[event.key];
    return direction === undefined ? plain[event.key] : () => move(direction);
  };
  return (event: KeyboardEvent): void => {
    const command = commandOf(event);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
}

function editingKeys({ editing, add }: NonNullable<Commands['edit']>, { open, connect, search }: Stage): [Keys, Keys] {
  const { acts, undo, redo } = editing;
  return [
    { a: add, l: connect, Delete: acts.remove, Backspace: acts.remove, Enter: open, f: search },
    { z: undo, Z: redo, y: redo, c: acts.copy, v: acts.paste, d: acts.duplicate },
  ];
}

type Stage = Pick<Commands, 'open' | 'connect' | 'search'>;

/** Fields, buttons and links handle their own keys. */
function placeOf(target: EventTarget): 'steps' | 'controls' | 'fields' | 'elsewhere' {
  if (!(target instanceof HTMLElement) || target.closest('[role=dialog]') !== null) return 'elsewhere';
  if (target.closest('.journey-panel, input, select, textarea') !== null) return 'fields';
  const isStep = target.closest('.react-flow__node, [data-step]') !== null && target.closest('a') === null;
  return isStep ? 'steps' : 'controls';
}
