/** What a provider tells by itself. Nothing of it is believed but that it is worth asking. */
export interface ProviderEvent {
  /** The provider's, unique. */
  id: string;
  kind: string;
  /** The attempt's; null where the event doesn't name it. */
  merchantRefNumber: string | null;
  /** The provider's name of the charge; null where the event doesn't name it. */
  providerPaymentId: string | null;
}

/** An event as it came: `body` byte for byte. */
export interface IncomingEvent {
  body: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  now: Date;
}

/** Whether an event is the provider's own. `unavailable`: it can't be found out now, so it should be sent again. */
export type EventReading =
  | { kind: 'genuine'; event: ProviderEvent }
  | { kind: 'forged'; reason: string }
  | { kind: 'unavailable'; reason: string };
