import { useState, type KeyboardEvent } from 'react';

interface ReadOutProps {
  role: 'slider';
  tabIndex: 0;
  'aria-label': string;
  'aria-valuemin': 0;
  'aria-valuemax': number;
  'aria-valuenow': number;
  'aria-valuetext': string;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onBlur: () => void;
}

/**
 * Moves a read-out along the points of a chart. It is a slider for assistive technology, which reads the text of each point.
 * @param describe returns the text of a point
 * @returns the index of the shown point (null for none), a function to set it, and the properties of the element that takes the keys
 */
export function useReadOut(
  label: string,
  count: number,
  describe: (index: number) => string,
): [number | null, (index: number | null) => void, ReadOutProps] {
  const [shown, setShown] = useState<number | null>(null);
  const last = Math.max(count - 1, 0);
  const index = shown === null ? null : Math.min(shown, last);
  const now = index ?? last;
  const targets: Record<string, number | null> = {
    ArrowLeft: now - 1,
    ArrowUp: now - 1,
    ArrowRight: now + 1,
    ArrowDown: now + 1,
    PageUp: now - 7,
    PageDown: now + 7,
    Home: 0,
    End: last,
    Escape: null,
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = targets[event.key];
    if (target === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    // Escape closes a surrounding dialog only if no read-out is shown.
    if (event.key === 'Escape' && index === null) return;
    event.preventDefault();
    event.stopPropagation();
    setShown(target === null ? null : Math.max(0, Math.min(last, target)));
  };
  return [
    index,
    setShown,
    {
      role: 'slider',
      tabIndex: 0,
      'aria-label': label,
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': now,
      'aria-valuetext': count === 0 ? '' : describe(now),
      onKeyDown,
      onFocus: () => setShown((before) => before ?? last),
      onBlur: () => setShown(null),
    },
  ];
}
