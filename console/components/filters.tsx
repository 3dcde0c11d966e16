import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useId, useRef, useState } from 'react';

function useAddress(): {
  values: Record<string, string>;
  /** @returns once the page has the new address */
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

/** Filters of a list stand in the address: a link leads to what was seen, and back goes to the filter before. */
export function useFilters(): { values: Record<string, string>; set: (name: string, value: string) => void } {
  const { values, put } = useAddress();
  return { values, set: (name, value) => void put(name, value) };
}

/** A filter as it is typed: it is shown at once, and the address follows. */
function useTyped(name: string, without = ''): { typed: string; change: (next: string) => void } {
  const { values, put } = useAddress();
  const value = values[name] ?? without;
  const [typed, setTyped] = useState(value);
  const following = useRef(0);
  // The address may be changed by a link or the history, too; one that is still to follow says nothing.
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
  /** What holds without a choice. */
  initial?: string;
}

/** A filter by one of a few words of the API. */
export function FilterChoice({ label, name, options, initial }: ChoiceProps) {
  const id = useId();
  const { typed, change } = useTyped(name, initial);
  return (
    <div className="filter">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={typed} onChange={(event) => change(event.target.value)}>
        {initial === undefined && <option value="">all</option>}
        {options.map((option) => (
          <option key={option}>{option}</option>
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
