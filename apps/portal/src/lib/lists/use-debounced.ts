import { useEffect, useState } from 'react';

/** Returns a value once it has not changed for `delayMs`. The first value is returned at once. */
export function useDebounced<Value extends string | number | boolean | undefined>(
  value: Value,
  delayMs: number,
): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return settled;
}
