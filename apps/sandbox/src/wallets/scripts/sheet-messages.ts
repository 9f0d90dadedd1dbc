/** The messages from the page's script to the sheet. */
export type ToSheet =
  | { readonly type: 'begin'; readonly request: unknown }
  | { readonly type: 'cancel' }
  /** Apple: the session that the merchant's server got for this page. */
  | { readonly type: 'session'; readonly session: unknown }
  /** Apple: the outcome of the payment. */
  | { readonly type: 'outcome'; readonly isPaid: boolean };

/** The messages from the sheet to the page's script. */
export type FromSheet =
  /** `gateway`: the address where the merchant's server has to ask Apple for a session. */
  | { readonly type: 'ready'; readonly gateway: string }
  | { readonly type: 'agreed'; readonly payment: unknown }
  | { readonly type: 'cancelled' }
  | { readonly type: 'failed'; readonly message: string }
  | { readonly type: 'closed' };
