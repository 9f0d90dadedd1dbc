import type { ScriptError } from './script-error.ts';

/** From the page's script to the provider's challenge frame. */
export type ToChallengeFrame =
  | { readonly type: 'begin'; readonly apiKey: string; readonly sdkChallengePayload: string }
  | { readonly type: 'cancel' };

/** How a challenge ended. The result is a hint: the server asks the provider. */
export interface ChallengeEnd {
  readonly id: string;
  readonly threeDResult: string | undefined;
}

/** From the provider's challenge frame to the page's script. */
export type FromChallengeFrame =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly end: ChallengeEnd }
  | { readonly type: 'failed'; readonly error: ScriptError };

/** From the page to which the bank returns, inside the frame, to the frame around it. */
export interface BankReturn {
  readonly type: 'bank-returned';
}

/** From the page's script to the provider's frame for the bank's hidden look at the browser. */
export interface ToMethodFrame {
  readonly type: 'begin';
  readonly jwt: string;
}

export interface FromMethodFrame {
  readonly type: 'ready' | 'done';
}
