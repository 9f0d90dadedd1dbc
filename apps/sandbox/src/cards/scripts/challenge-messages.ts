import type { ScriptError } from './script-error.ts';

/** The messages from the page's script to the provider's challenge frame. */
export type ToChallengeFrame =
  | { readonly type: 'begin'; readonly apiKey: string; readonly sdkChallengePayload: string }
  | { readonly type: 'cancel' };

/** The end of a challenge. The result is a hint: the server asks the provider. */
export interface ChallengeEnd {
  readonly id: string;
  readonly threeDResult: string | undefined;
}

/** The messages from the provider's challenge frame to the page's script. */
export type FromChallengeFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly end: ChallengeEnd }
  | { readonly type: 'failed'; readonly error: ScriptError };

/** The message from the page to which the bank returns to the frame around it. */
export interface BankReturn {
  readonly type: 'bank-returned';
}

/** The message from the page's script to the hidden frame in which the bank fingerprints the browser. */
export interface ToMethodFrame {
  readonly type: 'begin';
  readonly jwt: string;
}

export interface FromMethodFrame {
  readonly type: 'ready' | 'done';
}
