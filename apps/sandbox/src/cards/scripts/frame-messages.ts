import type { CardType } from './card-number.ts';
import type { ScriptError } from './script-error.ts';

export const fieldNames = ['cardNumber', 'expiryDate', 'cvv'] as const;
export type FieldName = (typeof fieldNames)[number];

/** The styles by part of a field: `input`, `:focus`, `.valid`, `.invalid`, `placeholder`. */
export type FieldStyle = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The texts and styles that make a frame fit its page. */
export interface FieldSetup {
  readonly placeholder: string;
  readonly label: string;
  readonly errorMessage: string;
  readonly language: string;
  readonly isOptional: boolean;
  readonly style: FieldStyle;
}

export interface Vault {
  readonly holderName?: string | undefined;
  readonly billingAddress?: Readonly<Record<string, string>> | undefined;
}

export interface TokenRequest {
  readonly id: string;
  readonly apiKey: string;
  /** The fields of this form, all of which take part. */
  readonly fields: readonly FieldName[];
  readonly vault: Vault;
  /**
   * Set for a stored card whose security code is typed again: the single-use tokens of its customer and of the
   * card.
   */
  readonly stored?: { readonly singleUseCustomerToken: string; readonly paymentTokenFrom: string } | undefined;
}

/** The messages from the page's script to a frame. */
export type ToFrame =
  | { readonly type: 'setup'; readonly setup: FieldSetup }
  | { readonly type: 'focus' | 'check' }
  | { readonly type: 'tokenize'; readonly request: TokenRequest };

export type FieldEventName =
  | 'Focus'
  | 'Blur'
  | 'Valid'
  | 'Invalid'
  | 'FieldValueChange'
  | 'InvalidCharacter'
  | 'CardBrandRecognition';

export interface FieldState {
  readonly isValid: boolean;
  readonly isEmpty: boolean;
  readonly cardType?: CardType | undefined;
}

/** The messages from a frame to the page's script. None of them carries input. */
export type FromFrame =
  | { readonly type: 'ready' | 'set-up' }
  | { readonly type: 'event'; readonly event: FieldEventName; readonly state: FieldState }
  | { readonly type: 'token'; readonly id: string; readonly token: string }
  | { readonly type: 'token-failed'; readonly id: string; readonly error: ScriptError };

/** The messages between the frames of one form, which share the provider's origin. The page can't hear them. */
export type BetweenFrames =
  | { readonly type: 'collect'; readonly id: string }
  | { readonly type: 'value'; readonly id: string; readonly name: FieldName; readonly value: string }
  | { readonly type: 'brand'; readonly cardType: CardType | undefined };
