/**
 * Lets the browser paint and answer touches between two long steps. It doesn't use a timer, because browsers delay
 * timers.
 */
export function pause(): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', resolve);
    port1.start();
    port2.postMessage(null);
  });
}
