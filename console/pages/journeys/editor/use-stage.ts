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
  /** Whether it is only brought into view, and keys stay where they are. */
  onlyShown?: boolean;
}

/** A step far away is drawn a few frames after the canvas has moved there. */
const frames = 30;

/** Where the eye and the focus are among steps that are drawn or listed. */
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
    // The step that had the focus is gone, deleted or undone: keys go on from another.
    if (last.current === null || isIn(last.current, steps)) return;
    const id = steps.find((step) => selected.has(step.id))?.id ?? startId;
    setSelected(new Set([id]));
    setFocus({ id });
  }, [steps, selected, setSelected, last]);
  const find = (selector: string) => () => root.current?.querySelector<HTMLElement>(selector)?.focus();
  return {
    ...{ root, focus },
    /** Selects a step, shows it, and has the keys go on from there. */
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
    /** Back from the fields to the step that they are of. */
    leave: () => setFocus({ id: [...selected].at(-1) ?? startId }),
  };
}

export type StageControl = ReturnType<typeof useStage>;

const isIn = (id: string, steps: readonly JourneyStep[]): boolean =>
  id === startId || steps.some((step) => step.id === id);

/** The step that has the focus, or had it when it was taken away; null when the focus is elsewhere. */
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

/** Gives the focus to an element as soon as it is there. @returns how to give up */
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
