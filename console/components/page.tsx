import { Link } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';

interface Props {
  title: string;
  /** One line below the heading: what the page is for. */
  intro?: ReactNode;
  /** The list that the page belongs to. */
  parent?: { to: string; title: string };
  /** Beside the heading: the state of the thing. */
  badge?: ReactNode;
  /** The acts of the page, the most important one last. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** A page: one `main` with one `h1`, which is also the title of the window. */
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
