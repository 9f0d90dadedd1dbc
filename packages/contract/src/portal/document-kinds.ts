/**
 * A property of a page's document. A route declares those of its page in `staticData`.
 * - `payment`: only this document may load the provider's scripts and frames. The portal loads a new document to
 *   enter it.
 * - `wallets`: it offers wallets, whose buttons belong to the wallets. If the marina has wallets, it may load the
 *   scripts and frames of the wallets and of the provider that takes them.
 * - `key`: its address holds a token or a guid that opens something (decision C2.5). It sends no referrer.
 * - `ownWindow`: somebody signs here, or a staff link opens it. As with `payment` and `key`, no other site may frame
 *   it, so that none can place something over a button.
 * - `bankForm`: its form leads to a bank's page (3-D Secure 1). Only this document may post there.
 * - `apps`: it frames partners' apps. Only this document may.
 * - `drawn`: it looks the same to everybody who is not signed in, and the server draws it.
 * - `drawnForOne`: it shows a signed-in person's data. The server draws it for them alone, and nobody keeps it.
 * - `drawnForLink`: it shows what a link opens. The server draws it for everybody who has the link, signed in or not.
 * - `indexed`: search engines may list it. All others show one person's data, or hold a key.
 */
export type DocumentKind =
  | 'payment'
  | 'wallets'
  | 'key'
  | 'ownWindow'
  | 'bankForm'
  | 'apps'
  | 'drawn'
  | 'drawnForOne'
  | 'drawnForLink'
  | 'indexed';

/** The kinds of documents that no other site may frame. */
export const ownWindowKinds: readonly DocumentKind[] = ['payment', 'key', 'ownWindow'];
