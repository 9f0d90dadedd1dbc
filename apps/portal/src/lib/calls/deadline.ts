/** In ms. A timer that fires later than this was stopped: the device slept, or the browser froze the page. */
const sleptMs = 10_000;

/**
 * Calls `onEnd` once after `ms` in which the device was awake. If the device slept, the whole time starts again: the
 * call's answer may have come meanwhile.
 * @returns what stops it
 */
export function startDeadline(ms: number, onEnd: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const start = () => {
    const latest = Date.now() + ms + sleptMs;
    timer = setTimeout(() => (Date.now() > latest ? start() : onEnd()), ms);
  };
  start();
  return () => clearTimeout(timer);
}
