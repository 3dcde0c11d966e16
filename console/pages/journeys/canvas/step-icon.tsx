/** 16 × 16 outlines for the kinds of steps. */
const outlines: Record<string, string> = {
  start: 'M5 3.500v9l7-4.500z',
  send: 'M2.500 4h11v8h-11zM2.500 4.500 8 9l5.500-4.500',
  wait: 'M8 14a6 6 0 1 0 0-12 6 6 0 0 0 0 12M8 4.500V8l2.500 1.500',
  branch: 'M8 2v4M8 6l-4.500 4v4M8 6l4.500 4v4',
  experiment: 'M6.500 2.500h3M7 2.500v4L3 13a.7.7 0 0 0 .6 1h8.800a.7.7 0 0 0 .6-1L9 6.500v-4M5 10.500h6',
  webhook: 'M6 5.500 3.500 8 6 10.500M10 5.500 12.500 8 10 10.500',
  exit: 'M6.500 3H3v10h3.500M7 8h6.500M11 5.500 13.500 8 11 10.500',
};

export function StepIcon({ kind }: { kind: string }) {
  return (
    <svg className="icon step-icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={outlines[kind] ?? outlines['start']} />
    </svg>
  );
}
