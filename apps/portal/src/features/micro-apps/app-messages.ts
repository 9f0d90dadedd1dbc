/** The messages from a framed app to the portal. */
export type FromApp = { type: 'microAppLoaded' } | { type: 'redirectToPayment'; orderId: number };

/** The messages from the portal to a framed app. */
export type ToApp =
  | { type: 'languageChanged'; language: string }
  /**
   * `restoreLocation`: true if the reader came back, so the app restores its position; false if they opened it
   * again.
   */
  | { type: 'parentLocationChange'; restoreLocation: boolean };

/** Reads a message of a frame. Undefined if its shape is unknown. */
export function readAppMessage(data: unknown): FromApp | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'microAppLoaded') return { type: data.type };
  if (data.type !== 'redirectToPayment' || !('orderId' in data)) return undefined;
  const orderId = orderIdOf(data.orderId);
  return orderId === undefined ? undefined : { type: data.type, orderId };
}

/** Reads an order id. An app that took it from an address sends it as text. */
function orderIdOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
