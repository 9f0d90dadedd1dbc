/** What a framed app may tell the portal. */
export type FromApp = { type: 'microAppLoaded' } | { type: 'redirectToPayment'; orderId: number };

/** What the portal tells a framed app. */
export type ToApp =
  | { type: 'languageChanged'; language: string }
  /** `restoreLocation`: the reader came back, so the app shows where they were; else they called it anew. */
  | { type: 'parentLocationChange'; restoreLocation: boolean };

/** A message of a frame; undefined where it has no shape that we know. */
export function readAppMessage(data: unknown): FromApp | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'microAppLoaded') return { type: data.type };
  if (data.type !== 'redirectToPayment' || !('orderId' in data)) return undefined;
  const orderId = orderIdOf(data.orderId);
  return orderId === undefined ? undefined : { type: data.type, orderId };
}

/** An app that has the id from an address tells it as text. */
function orderIdOf(value: unknown): number | undefined {
  const id = typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value;
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
