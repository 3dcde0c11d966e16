import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';
import { formatWords } from '../format/words';

function useAddress(): {
  values: Record<string, string>;
  /** @returns a promise that resolves when the page has the new address */
  put: (name: string, value: string) => Promise<void>;
} {
  const values = useSearch({ strict: false }) as unknown as Record<string, string>;
  const navigate = useNavigate();
  const put = (name: string, value: string): Promise<void> => {
    const { [name]: _before, ...others } = values;
    return navigate({ to: '.', search: value === '' ? others : { ...others, [name]: value }, replace: true } as never);
  };
  return { values, put };
}

/** The filters of a list are in the address, so that links and the history restore them. */
export function useFilters(): { values: Record<string, string>; set: (name: string, value: string) => void } {
  const { values, put } = useAddress();
  return { values, set: (name, value) => void put(name, value) };
}

/** Shows the typed value immediately and updates the address after it. */
function useTyped(name: string, without = ''): { typed: string; change: (next: string) => void } {
  const { values, put } = useAddress();
  const value = values[name] ?? without;
  const [typed, setTyped] = useState(value);
  const following = useRef(0);
  // A link or the history can change the address, too. Ignore it while our own change is pending.
  useEffect(() => {
    if (following.current === 0) setTyped(value);
  }, [value]);
  const change = (next: string): void => {
    setTyped(next);
    following.current += 1;
    void put(name, next === without ? '' : next).finally(() => void (following.current -= 1));
  };
  return { typed, change };
}

interface ChoiceProps {
  label: string;
  name: string;
  options: readonly string[];
  /** The value if none is chosen. */
  initial?: string;
  /** The text of an option. */
  format?: (option: string) => string;
  /** The text of the empty option. */
  none?: string;
}

/** A filter by one of a few values. */
export function FilterChoice({ label, name, options, initial, format = formatWords, none = 'All' }: ChoiceProps) {
  const id = useId();
  const { typed, change } = useTyped(name, initial);
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={typed} onChange={(event) => change(event.target.value)}>
        {initial === undefined && <option value="">{none}</option>}
        {options.map((option) => (
          <option key={option} value={option}>
            {format(option)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** A filter by text. */
export function FilterText({ label, name, type = 'search' }: { label: string; name: string; type?: string }) {
  const id = useId();
  const { typed, change } = useTyped(name);
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <input id={id} type={type} value={typed} onChange={(event) => change(event.target.value)} />
    </div>
  );
}
