/** From the page's script to the sheet. */
export type ToSheet =
  | { readonly type: 'begin'; readonly request: unknown }
  | { readonly type: 'cancel' }
  /** Apple: what the merchant's server got for this page. */
  | { readonly type: 'session'; readonly session: unknown }
  /** Apple: what came of the payment. */
  | { readonly type: 'outcome'; readonly isPaid: boolean };

/** From the sheet to the page's script. */
export type FromSheet =
  /** `gateway`: where Apple wants the merchant's server to ask for a session. */
  | { readonly type: 'ready'; readonly gateway: string }
  | { readonly type: 'agreed'; readonly payment: unknown }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'closed' };
