/** 16 × 16 outlines in the color of the text. They are decoration next to a word. */
const outlines = {
  overview: 'M2.5 9.5 8 3l5.5 6.500M4 8v5.500h8V8',
  journeys:
    'M4 3.500h0M4 3.500a1.5 1.5 0 1 0 0 .010M4 5v2.500a2 2 0 0 0 2 2h4a2 2 0 0 1 2 2v.500M12 13.500a1.5 1.5 0 1 0 0-.01',
  communications: 'M2.5 4h11v8h-11zM2.5 4.5 8 9l5.5-4.5',
  transactional: 'M13.5 2.5 7 9M13.5 2.5 9.5 13.5 7 9 2.5 6.500z',
  messages: 'M2.5 3.500h11v7H7l-3 2.500v-2.500H2.500zM5 6h6M5 8h4',
  suppressions: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M4.250 4.250l7.500 7.500',
  audiences:
    'M6 7.500a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.500M2 13c0-2.5 1.8-3.75 4-3.750S10 10.5 10 13M10.5 7.250a2 2 0 1 0-.8-3.900M11.5 9.500c1.5.3 2.5 1.5 2.5 3.5',
  people: 'M8 7.500A2.5 2.5 0 1 0 8 2.500a2.5 2.5 0 0 0 0 5M3 13.500c0-2.6 2-4 5-4s5 1.4 5 4',
  experiments: 'M6.5 2.500h3M7 2.500v4L3 13a.7.7 0 0 0 .6 1h8.800a.7.7 0 0 0 .6-1L9 6.500v-4M5 10.500h6',
  beliefs: 'M6 11.500h4M6.5 13.500h3M8 2.500a4 4 0 0 0-2.3 7.250V11h4.600V9.750A4 4 0 0 0 8 2.5',
  conversions: 'M2.5 8.5 6 12l7.5-8',
  events: 'M1.5 8h3l2-5 3 10 2-5h3',
  targets: 'M8 13.500a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11M8 10.250a2.25 2.25 0 1 0 0-4.5 2.25 2.25 0 0 0 0 4.5',
  attribution: 'M2.5 4h3l5 4h3M2.5 12h3l5-4M11.5 6l2 2-2 2',
  program: 'M2.5 13.500h11M4.5 11V8M8 11V5.500M11.5 11V3',
  connections: 'M6 10l4-4M7 4.5 8.5 3a3 3 0 0 1 4.5 4.500L11.5 9M9 11.5 7.5 13A3 3 0 0 1 3 8.500L4.5 7',
  settings:
    'M2.5 5h6M11.5 5h2M10 6.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3M2.5 11h2M7.5 11h6M6 12.500a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3',
  start: 'M2.5 4 3.5 5l2-2M8 4h5.500M2.5 8l1 1 2-2M8 8h5.500M2.5 12l1 1 2-2M8 12h5.5',
  install: 'M5.5 4.500 2 8l3.5 3.500M10.5 4.500 14 8l-3.5 3.500M9 3 7 13',
  triggers: 'M9 2.500 4 9h3.500L7 13.500 12 7H8.500z',
  search: 'M7 11.500a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9M10.25 10.250l3.25 3.25',
  menu: 'M2.5 4.500h11M2.5 8h11M2.5 11.500h11',
  close: 'M4 4l8 8M12 4l-8 8',
  chevron: 'M4.5 6.5 8 10l3.5-3.5',
  next: 'M6 3.5 10.5 8 6 12.5',
  more: 'M3.5 8h0M8 8h0M12.5 8h0',
  warning: 'M8 2.5 14 13H2zM8 6.500v3M8 11.500v0',
  copy: 'M5.5 5.500v-3h8v8h-3M2.5 5.500h8v8h-8z',
} as const;

export type IconName = keyof typeof outlines;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={outlines[name]} />
    </svg>
  );
}

export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="7" />
      <path d="M7 23 16 8l9 15" />
      <path className="logo-inner" d="M11.5 23 16 15.500l4.5 7.5" />
    </svg>
  );
}
