import type { ScriptError } from '../../cards/scripts/script-error.ts';
import type { BankChallenge, TypedAnswer } from './typed-answer.ts';

/** The messages from the page's script to the provider's challenge frame. */
export type ToChallenge =
  | { readonly type: 'begin'; readonly fieldToken: string; readonly challenge: BankChallenge }
  | { readonly type: 'cancel' };

/** The messages from the provider's challenge frame to the page's script. */
export type FromChallenge =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly tokens: Omit<TypedAnswer, 'Challenge'> }
  | { readonly type: 'failed'; readonly error: ScriptError };
