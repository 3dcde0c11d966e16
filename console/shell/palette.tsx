import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { may } from '../../domain/accounts/permissions';
import { api, unwrap } from '../api/client';
import { Dialog } from '../components/dialog';
import { useSettled } from '../components/use-settled';
import { matchEntries } from '../format/match-entries';
import { signOut, useSession } from '../session/session';
import { useSwitchWorkspace, useWorkspaces } from '../session/workspaces';
import { acts } from './acts';
import { offeredPages } from './navigation';
import { setTheme } from './theme';

interface Entry {
  title: string;
  note: string;
  act: () => void;
}

interface Props {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onKeys: () => void;
}

/** ⌘K: finds pages, actions and people by name. The actions of the open page come first. */
export function Palette({ open, onOpenChange, onKeys }: Props) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title="Pages, actions and people" className="palette">
      {open && <Choices close={() => onOpenChange(false)} onKeys={onKeys} />}
    </Dialog>
  );
}

/** The actions of the open page: its buttons, by their text. */
function actsOfPage(): Entry[] {
  const buttons = document.querySelectorAll<HTMLButtonElement>(
    '.page-actions button:enabled, .canvas-toolbar button:enabled',
  );
  const shown = [...buttons].filter((button) => button.checkVisibility() && button.innerText !== '');
  return shown.map((button) => ({
    title: button.innerText,
    note: 'This page',
    // Wait until the palette is closed, so that the button can take the focus and get it back later.
    act: () =>
      void requestAnimationFrame(() => {
        button.focus();
        button.click();
      }),
  }));
}

function useEntries(onKeys: () => void): Entry[] {
  const [ofPage] = useState(actsOfPage);
  const navigate = useNavigate();
  const client = useQueryClient();
  const { role } = useSession();
  const leads = offeredPages(role).map(({ title, path, area }) => ({
    title,
    note: area ?? 'Page',
    act: () => void navigate({ to: path }),
  }));
  const made = acts
    .filter(({ permission }) => may(role, permission))
    .map(({ title, to, dialog }) => ({
      title,
      note: 'Action',
      act: () => void navigate({ to, search: dialog ? { new: '1' } : {} }),
    }));
  const switchTo = useSwitchWorkspace();
  const switches = useWorkspaces()
    .filter(({ current }) => !current)
    .map(({ id, name }) => ({ title: `Switch to ${name}`, note: 'Workspace', act: () => switchTo.mutate(id) }));
  const everywhere = [
    ...leads,
    ...made,
    ...switches,
    { title: 'Light theme', note: 'Action', act: () => setTheme('light') },
    { title: 'Dark theme', note: 'Action', act: () => setTheme('dark') },
    { title: 'System theme', note: 'Action', act: () => setTheme('system') },
    { title: 'Keyboard shortcuts', note: 'Action', act: onKeys },
    { title: 'API documentation', note: 'Page', act: () => window.location.assign('/docs') },
    { title: 'Sign out', note: 'Action', act: () => void signOut(client) },
  ];
  // Removes duplicates: a button of the page can have the same title as an action.
  return [...new Map([...ofPage, ...everywhere].map((entry) => [entry.title, entry])).values()];
}

/** Shorter texts would find too many people. */
const shortestSearch = 2;

/** Finds people by a part of their address, name or id. */
function usePeople(text: string): Entry[] {
  const navigate = useNavigate();
  const { role } = useSession();
  const words = useSettled(text.trim(), 200);
  const { data } = useQuery({
    queryKey: ['people', 'palette', words],
    queryFn: () => unwrap(api.GET('/api/end-users', { params: { query: { limit: 5, q: words } } })),
    enabled: words.length >= shortestSearch && may(role, 'end_users.read'),
    placeholderData: (previous) => previous,
  });
  if (text.trim().length < shortestSearch) return [];
  return (data?.data ?? []).map(({ id, email }) => ({
    title: email ?? id,
    note: 'Person',
    act: () => void navigate({ to: `/people/${id}` }),
  }));
}

/** The matching entries, the highlighted one, and the keys. */
function useChoice(entries: readonly Entry[], choose: (entry: Entry) => void) {
  const [text, setText] = useState('');
  const [index, setIndex] = useState(0);
  const found = [...matchEntries(entries, text), ...usePeople(text)];
  const at = Math.min(index, found.length - 1);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    const entry = found[at];
    if (step !== undefined) setIndex((at + step + found.length) % Math.max(found.length, 1));
    else if (entry !== undefined) choose(entry);
  };
  const type = (next: string): void => {
    setText(next);
    setIndex(0);
  };
  return { text, type, found, at, mark: setIndex, onKeyDown };
}

function Choices({ close, onKeys }: { close: () => void; onKeys: () => void }) {
  const id = useId();
  const choose = (entry: Entry): void => {
    close();
    entry.act();
  };
  const { text, type, found, at, mark, onKeyDown } = useChoice(useEntries(onKeys), choose);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [at]);
  return (
    <>
      <input
        role="combobox"
        aria-label="Page, action or person"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length === 0 ? undefined : `${id}-${at}`}
        autoComplete="off"
        spellCheck={false}
        placeholder="Search pages, actions and people"
        value={text}
        autoFocus
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ul role="listbox" id={`${id}-list`} aria-label="Pages, actions and people" ref={list}>
        {found.map((entry, position) => (
          <li
            key={entry.title}
            id={`${id}-${position}`}
            role="option"
            aria-selected={position === at}
            onClick={() => choose(entry)}
            onMouseMove={() => mark(position)}
          >
            <span>{entry.title}</span>
            <span className="quiet small">{entry.note}</span>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="quiet" role="status">
          No matches.
        </p>
      )}
    </>
  );
}
