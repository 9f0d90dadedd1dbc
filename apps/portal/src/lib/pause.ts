/**
 * Lets the browser paint, and answer touches, between two long steps. By a message and not by a timer, which a browser
 * holds back.
 */
export function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
