import { useEffect, useState } from 'react';

/** A value once it has not changed for a moment: for questions that are too dear for each letter. */
export function useSettled<Value>(value: Value, ms = 500): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [value, ms]);
  return settled;
}
