import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { Logo } from '../components/icon';

interface Props {
  title: string;
  logo?: ReactNode;
  /** A note below the card. */
  foot?: ReactNode;
  style?: CSSProperties;
  children: ReactNode;
}

/** A page without a session: one card. When its title changes, the focus moves to it, so that screen readers read it. */
export function SignInCard({ title, logo = <Logo />, foot, style, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    document.title = title === 'Sign in to Apex' ? 'Sign in · Apex' : `${title} · Apex`;
    if (shown.current !== title) heading.current?.focus();
    shown.current = title;
  }, [title]);
  return (
    <main className="sign-in" id="main" style={style}>
      <div className="sign-in-card">
        {logo}
        <h1 tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {children}
      </div>
      {foot}
    </main>
  );
}
