import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';

interface Props {
  title: string;
  /** The purpose of the page, in one line below the heading. */
  intro?: ReactNode;
  /** The list above this page. */
  parent?: { to: string; title: string };
  /** The status, next to the heading. */
  badge?: ReactNode;
  /** The actions, with the most important one last. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A page: one `main` with one `h1`, which is also the window title. */
export function Page({ title, intro, parent, badge, actions, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Apex`;
  }, [title]);
  return (
    <main id="main" className="page" tabIndex={-1}>
      {parent !== undefined && (
        <nav aria-label="Breadcrumb" className="crumbs">
          <Link to={parent.to}>{parent.title}</Link>
        </nav>
      )}
      <div className="page-head">
        <div className="page-title">
          <h1>{title}</h1>
          {badge}
        </div>
        {actions !== undefined && actions !== null && actions !== false && (
          <div className="page-actions">{actions}</div>
        )}
      </div>
      {intro !== undefined && <p className="page-intro">{intro}</p>}
      {children}
    </main>
  );
}
