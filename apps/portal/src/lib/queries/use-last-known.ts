import { useState } from 'react';

/**
 * Returns the value, or the last one that was known while there is none. An unchanged value must stay the same object,
 * as the data of a query does.
 */
export function useLastKnown<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
