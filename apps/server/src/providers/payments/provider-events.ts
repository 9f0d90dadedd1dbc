/** An event that a provider sends. It is only trusted to say that asking is worthwhile. */
export interface ProviderEvent {
  /** The provider's own id, unique. */
  id: string;
  kind: string;
  /** The attempt's reference; null if the event doesn't name it. */
  merchantRefNumber: string | null;
  /** The provider's name of the charge; null if the event doesn't name it. */
  providerPaymentId: string | null;
}

/** An event as it came: `body` has its exact bytes. */
export interface IncomingEvent {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
}

/** Tells if an event is the provider's own. `unavailable`: that can't be found out now, so it should be sent again. */
export type EventReading =
  | { kind: 'genuine'; event: ProviderEvent }
  | { kind: 'forged'; reason: string }
  | { kind: 'unavailable'; reason: string };
