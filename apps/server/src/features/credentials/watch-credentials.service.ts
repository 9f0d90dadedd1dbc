/** A key or a certificate that stops working on its last day. */
export interface EndingCredential {
  kind: 'integration-key' | 'seal-certificate';
  /** Tells it from all others of the marina. */
  reference: string;
  name: string;
  endsAt: Date;
}

/** The keys and certificates of one marina, by its key. */
export interface CredentialEnds {
  tenant: string;
  credentials: readonly EndingCredential[];
}

const watchers = new Set<(ends: CredentialEnds) => void>();

/** Calls `watcher` each time that this copy has looked at the credentials of a marina. */
export function watchCredentials(watcher: (ends: CredentialEnds) => void): void {
  watchers.add(watcher);
}

/** Tells all watchers. */
export function tellWatchers(ends: CredentialEnds): void {
  for (const watcher of watchers) watcher(ends);
}
