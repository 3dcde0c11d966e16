import { Link, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Icon, Logo } from '../components/icon';
import { Dialog } from '../components/dialog';
import { AccountMenu } from './account-menu';
import { ConnectionBanner } from './connection-banner';
import { DemoBanner } from './demo-banner';
import { KeysDialog } from './keys-dialog';
import { Navigation } from './navigation';
import { PausedBanner } from './paused-banner';
import { Palette } from './palette';
import { useShortcuts } from './shortcuts';
import { WorkspaceSwitcher } from './workspace-switcher';

type Open = 'palette' | 'keys' | 'navigation' | null;

export function Shell({ children }: { children: ReactNode }) {
  const [open, setOpen] = useState<Open>(null);
  const opens = (what: Open) => (isOpen: boolean) => setOpen(isOpen ? what : null);
  useShortcuts({ palette: () => setOpen('palette'), keys: () => setOpen('keys') });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useFocusAfterNavigation(path);
  useEffect(() => setOpen(null), [path]);
  return (
    <div className="shell">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="topbar">
        <button
          type="button"
          className="icon-button menu-button"
          aria-label="Navigation"
          onClick={() => setOpen('navigation')}
        >
          <Icon name="menu" />
        </button>
        <Link to="/" className="brand">
          <Logo />
          <span>Apex</span>
        </Link>
        <WorkspaceSwitcher />
        <button type="button" className="palette-button" onClick={() => setOpen('palette')}>
          <Icon name="search" />
          <span>Go to…</span>
          <kbd>{isApple() ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <AccountMenu onKeys={() => setOpen('keys')} />
      </header>
      <aside className="sidebar">
        <Navigation />
      </aside>
      <div className="content">
        <ConnectionBanner />
        <PausedBanner />
        <DemoBanner />
        {children}
      </div>
      <Dialog open={open === 'navigation'} onOpenChange={opens('navigation')} title="Navigation" className="drawer">
        <Navigation />
      </Dialog>
      <Palette open={open === 'palette'} onOpenChange={opens('palette')} onKeys={() => setOpen('keys')} />
      <KeysDialog open={open === 'keys'} onOpenChange={opens('keys')} />
    </div>
  );
}

const isApple = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform);

/** Moves the focus to a new page, so that screen readers start at its top. */
function useFocusAfterNavigation(path: string): void {
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [path]);
}
