import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

type Keys = readonly (readonly [keys: string, what: string])[];

/** All shortcuts of the console, by place. They do not work in text fields. */
export const shortcuts: readonly { where: string; keys: Keys }[] = [
  {
    where: 'Everywhere',
    keys: [
      ['Ctrl K or ⌘ K', 'Find a page or action'],
      ['?', 'Show shortcuts'],
      ['g o', 'Overview'],
      ['g j', 'Journeys'],
      ['g e', 'Experiments'],
      ['g c', 'Communications'],
      ['g p', 'People'],
      ['/', 'Filter the list'],
      ['Esc', 'Close the dialog or menu'],
    ],
  },
  {
    where: 'Steps of a journey',
    keys: [
      ['↑ ↓ ← →', 'Go to the previous, next or adjacent step'],
      ['Enter', 'Edit the step'],
      ['l', 'Edit the next step'],
      ['Esc', 'Return to the step'],
      ['a', 'Add a step'],
      ['Delete', 'Delete the step'],
      ['f', 'Find a step'],
      ['Ctrl Z or ⌘ Z', 'Undo, with Shift: redo'],
      ['Ctrl C, V, D or ⌘ C, V, D', 'Copy, paste, duplicate'],
    ],
  },
];

const goTo: Record<string, string> = {
  o: '/',
  j: '/journeys',
  e: '/experiments',
  c: '/communications',
  p: '/people',
};

/** The longest time between `g` and the next key. */
const sequenceMs = 1_000;

const writes = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useShortcuts({ palette, keys }: { palette: () => void; keys: () => void }): void {
  const navigate = useNavigate();
  const begun = useRef(0);
  useEffect(() => {
    const sequence = (event: KeyboardEvent): void => {
      const to = goTo[event.key];
      if (to !== undefined && event.timeStamp - begun.current < sequenceMs) void navigate({ to });
      begun.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey)) {
        event.preventDefault();
        palette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || writes(event.target)) return;
      if (document.querySelector('[role=dialog]') !== null) return;
      if (event.key === '?') keys();
      else if (event.key === '/') focusFilter(event);
      else sequence(event);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, palette, keys]);
}

function focusFilter(event: KeyboardEvent): void {
  const filter = document.querySelector<HTMLElement>('main .filter input, main .filter select');
  if (filter === null) return;
  event.preventDefault();
  filter.focus();
}
