// Runs on the page to which the bank returns the browser, inside the provider's own frame.
import type { BankReturn } from './challenge-messages.ts';

const message: BankReturn = { type: 'bank-returned' };
parent.postMessage(message, location.origin);
