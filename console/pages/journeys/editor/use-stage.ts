import { useEffect, useRef, useState, type RefObject } from 'react';
import type { JourneyStep } from '../../../../domain/journeys/schemas';
import { startId } from '../model/edges';

interface Shown {
  steps: readonly JourneyStep[];
  selected: ReadonlySet<string>;
  setSelected: (ids: ReadonlySet<string>) => void;
}

interface Focus {
  id: string;
  /** Scrolls the step into view without moving the keyboard focus. */
  onlyShown?: boolean;
}

/** The number of frames to wait until a distant step is rendered. */
const frames = 30;

/** Tracks the visible and focused step on canvas or outline. */
export function useStage({ steps, selected, setSelected }: Shown) {
  const root = useRef<HTMLDivElement>(null);
  const [focus, setFocus] = useState<Focus | null>(null);
  useEffect(() => {
    if (focus === null || focus.onlyShown === true) return;
    return focusSoon(() => stepIn(root.current, focus.id));
  }, [focus]);
  const before = useRef(steps);
  const last = useLastFocused(root);
  useEffect(() => {
    if (before.current === steps) return;
    before.current = steps;
    // The focused step was removed, so move the focus to another step.
    if (last.current === null || isIn(last.current, steps)) return;
    const id = steps.find((step) => selected.has(step.id))?.id ?? startId;
    setSelected(new Set([id]));
    setFocus({ id });
  }, [steps, selected, setSelected, last]);
  const find = (selector: string) => () => root.current?.querySelector<HTMLElement>(selector)?.focus();
  return {
    ...{ root, focus },
    /** Selects and shows a step, and moves the keyboard focus to it. */
    moveTo(id: string): void {
      setSelected(new Set([id]));
      setFocus({ id });
    },
    /** Selects a step and shows it. */
    show(id: string): void {
      setSelected(new Set([id]));
      setFocus({ id, onlyShown: true });
    },
    open: find('.journey-panel input, .journey-panel select, .journey-panel textarea'),
    connect: find('.journey-panel .exits select'),
    search: find('.step-search input'),
    /** Moves the focus from the fields back to their step. */
    leave: () => setFocus({ id: [...selected].at(-1) ?? startId }),
  };
}

export type StageControl = ReturnType<typeof useStage>;

const isIn = (id: string, steps: readonly JourneyStep[]): boolean =>
  id === startId || steps.some((step) => step.id === id);

/** The step that has the focus, or had it when it was removed; null if the focus is elsewhere. */
function useLastFocused(root: RefObject<HTMLElement | null>): RefObject<string | null> {
  const last = useRef<string | null>(null);
  useEffect(() => {
    const remember = ({ target }: FocusEvent): void => {
      const step = target instanceof Element && root.current?.contains(target) ? target : null;
      last.current =
        step?.closest('.react-flow__node')?.getAttribute('data-id') ?? step?.getAttribute('data-step') ?? null;
    };
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [root]);
  return last;
}

function stepIn(root: HTMLElement | null, stepId: string): HTMLElement | null {
  const id = CSS.escape(stepId);
  return root?.querySelector<HTMLElement>(`.react-flow__node[data-id="${id}"], button[data-step="${id}"]`) ?? null;
}

/** Focuses an element after it is rendered. @returns a function that cancels */
function focusSoon(find: () => HTMLElement | null): () => void {
  let left = frames;
  const attempt = (): number =>
    requestAnimationFrame(() => {
      const element = find();
      if (element !== null) element.focus({ preventScroll: true });
      left -= 1;
      if (element !== document.activeElement && left > 0) request = attempt();
    });
  let request = attempt();
  return () => cancelAnimationFrame(request);
}
