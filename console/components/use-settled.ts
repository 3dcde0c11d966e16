import { useEffect, useState } from 'react';

/** Returns a value after it has not changed for `ms`, to limit expensive requests while typing. */
export function useSettled<Value>(value: Value, ms = 500): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
