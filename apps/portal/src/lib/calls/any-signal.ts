/** Returns a signal that aborts with the first of these. `AbortSignal.any` does it too, in Safari only since 17.4. */
export function anySignal(...signals: AbortSignal[]): AbortSignal {
  const any = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) any.abort(signal.reason);
    signal.addEventListener('abort', () => any.abort(signal.reason), { signal: any.signal });
  }
  return any.signal;
}
