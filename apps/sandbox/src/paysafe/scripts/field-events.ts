import type { FieldEventName } from '../../cards/scripts/frame-messages.ts';
import type { HostedField } from '../../cards/scripts/hosted-field.ts';
import { brandNames } from './card-brand-names.ts';

/** The event that a listener of the page gets. Its `type` says if a field is correct: `Valid` or `Invalid`. */
export interface FieldEvent {
  readonly type: FieldEventName;
  /** `fieldName` is `CardNumber`, `ExpiryDate` or `Cvv`. */
  readonly target: { readonly fieldName: string; readonly containerElement: HTMLElement };
  readonly data: { readonly isEmpty: boolean; readonly cardBrand?: string | undefined };
}

/** A listener, called on the field's container. */
export type FieldListener<Instance> = (this: HTMLElement, instance: Instance, event: FieldEvent) => void;

interface Subscription {
  readonly names: readonly string[];
  readonly events: readonly string[];
  readonly call: (event: FieldEvent) => void;
}

/** The listeners of each field. Names are compared without case; lists are separated by blanks. */
export class FieldEvents {
  readonly #subscriptions: Subscription[] = [];

  readonly emit = (field: HostedField, type: FieldEventName): void => {
    const { isEmpty, cardType } = field.state;
    const event: FieldEvent = {
      type,
      target: { fieldName: capitalised(field.name), containerElement: field.container },
      data: { isEmpty, ...(cardType === undefined ? {} : { cardBrand: brandNames[cardType] }) },
    };
    for (const { names, events, call } of this.#subscriptions) {
      if (names.includes(field.name.toLowerCase()) && events.includes(type.toLowerCase())) call(event);
    }
  };

  subscribe(names: string, events: string, call: (event: FieldEvent) => void): void {
    this.#subscriptions.push({ names: words(names), events: words(events), call });
  }
}

const capitalised = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}
