import type { ReactNode } from 'react';

/** A list of names and values. */
export function Facts({ of }: { of: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="facts">
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SectionProps {
  title: string;
  note?: ReactNode;
  /** The actions, at the end of the heading. */
  act?: ReactNode;
  children: ReactNode;
}

/** A part of a page with its own heading. */
export function Section({ title, note, act, children }: SectionProps) {
  return (
    <section className="section">
      <div className="section-head">
        <h2>{title}</h2>
        {note !== undefined && <span className="quiet small">{note}</span>}
        {act !== undefined && <div className="section-act">{act}</div>}
      </div>
      {children}
    </section>
  );
}
