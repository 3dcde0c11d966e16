import { useEffect, useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import './combobox.css';

/** A value that an input offers. */
export interface Suggestion {
  value: string;
  /** Shown after the value. */
  note?: string | undefined;
}

interface Props extends Omit<ComponentProps<'input'>, 'list' | 'role'> {
  suggestions: readonly Suggestion[];
}

/** Suggestions in the list. Typing narrows them. */
const maxShown = 50;

/** Closes the list, but not the dialog around it: the window receives the key before the dialog's listener. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return undefined;
    const press = (event: globalThis.KeyboardEvent): void => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', press, { capture: true });
    return () => window.removeEventListener('keydown', press, { capture: true });
  }, [isOpen]);
}

/** The state of the list of suggestions. */
function useSuggestions(suggestions: readonly Suggestion[]) {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [active, setActive] = useState(-1);
  const element = useRef<HTMLInputElement>(null);
  const shown = isOpen ? matching(suggestions, typed) : [];
  const close = (): void => setOpen(false);
  const open = (): void => {
    setTyped(element.current?.value ?? '');
    setActive(-1);
    setOpen(true);
  };
  const insert = (value: string): void => {
    if (element.current !== null) enter(element.current, value);
    close();
  };
  const move = (event: KeyboardEvent<HTMLInputElement>): void => {
    const chosen = shown[active];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      if (!isOpen) return open();
      // The place before the first suggestion is the typed text.
      const [places, step] = [shown.length + 1, event.key === 'ArrowDown' ? 1 : -1];
      setActive((place) => ((place + 1 + step + places) % places) - 1);
    } else if (event.key === 'Enter' && chosen !== undefined) {
      event.preventDefault();
      insert(chosen.value);
    }
  };
  useEscape(shown.length > 0, close);
  return { element, shown, active, open, close, insert, move };
}

/**
 * A text input with suggestions that contain the typed text. Every text is allowed. The arrow keys choose a suggestion,
 * Enter and the mouse insert it, Escape closes the list. Works like an `input`, with or without `value`.
 */
export function Combobox({ suggestions, onBlur, onInput, onKeyDown, ...input }: Props) {
  const { element, shown, active, open, close, insert, move } = useSuggestions(suggestions);
  const list = useId();
  const hasList = shown.length > 0;
  return (
    <div className="combobox">
      <input
        type="text"
        autoComplete="off"
        {...input}
        ref={element}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={hasList}
        aria-controls={hasList ? list : undefined}
        aria-activedescendant={shown[active] === undefined ? undefined : `${list}-${active}`}
        onKeyDown={(event) => {
          onKeyDown?.(event);
          move(event);
        }}
        onClick={open}
        onInput={(event) => {
          onInput?.(event);
          open();
        }}
        onBlur={(event) => {
          close();
          onBlur?.(event);
        }}
      />
      {hasList && (
        <Options
          list={list}
          label={input['aria-label'] ?? 'Suggestions'}
          shown={shown}
          active={active}
          insert={insert}
        />
      )}
    </div>
  );
}

interface OptionsProps {
  list: string;
  label: string;
  shown: readonly Suggestion[];
  active: number;
  insert: (value: string) => void;
}

function Options({ list, label, shown, active, insert }: OptionsProps) {
  useEffect(() => {
    document.getElementById(`${list}-${active}`)?.scrollIntoView({ block: 'nearest' });
  }, [list, active]);
  return (
    <ul className="combobox-list" role="listbox" id={list} aria-label={label}>
      {shown.map(({ value, note }, place) => (
        <li
          key={value}
          id={`${list}-${place}`}
          role="option"
          aria-selected={place === active}
          // The input keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => insert(value)}
        >
          <span className="combobox-value">{value}</span>
          {note !== undefined && <span className="quiet small">{note}</span>}
        </li>
      ))}
    </ul>
  );
}

/** Returns suggestions that contain the text; those that start with it come first. */
function matching(suggestions: readonly Suggestion[], typed: string): Suggestion[] {
  const text = spaced(typed.trim());
  const placed = suggestions
    .map((suggestion) => ({ suggestion, place: spaced(suggestion.value).indexOf(text) }))
    .filter(({ suggestion, place }) => place >= 0 && suggestion.value !== typed);
  const first = placed.filter(({ place }) => place === 0);
  return [...first, ...placed.filter(({ place }) => place > 0)].slice(0, maxShown).map(({ suggestion }) => suggestion);
}

/** Names with underscores, such as America/New_York, are also found with spaces. */
const spaced = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/** Sets the value as if it was typed, so that React and the form notice it. */
function enter(input: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, value);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
