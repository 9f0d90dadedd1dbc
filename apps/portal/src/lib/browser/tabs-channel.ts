type TabsChannel = Pick<BroadcastChannel, 'postMessage' | 'addEventListener' | 'removeEventListener'>;

/**
 * Opens a channel to this site's other tabs. If the browser refuses to share anything between tabs, as when it blocks
 * all cookies, nobody hears what is posted.
 */
export function openTabsChannel(name: string): TabsChannel {
  try {
    return new BroadcastChannel(name);
  } catch {
    return new MessageChannel().port1;
  }
}
