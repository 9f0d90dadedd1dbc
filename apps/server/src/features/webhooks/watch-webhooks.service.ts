/** How long the oldest event of each endpoint waits for its delivery, for one marina by its key. */
export interface WebhookLags {
  tenant: string;
  endpoints: readonly { reference: string; seconds: number }[];
}

const watchers = new Set<(lags: WebhookLags) => void>();

/** Calls `watcher` each time that this copy has looked at the webhooks of a marina. */
export function watchWebhooks(watcher: (lags: WebhookLags) => void): void {
  watchers.add(watcher);
}

/** Tells all watchers. */
export function tellWebhookWatchers(lags: WebhookLags): void {
  for (const watcher of watchers) watcher(lags);
}
