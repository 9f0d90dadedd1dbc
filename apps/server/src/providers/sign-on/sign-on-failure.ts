import type { SignOnRefusal } from '@quayside/contract/identity/sign-on.ts';

/** A single sign-on failed. `reason` is for the customer; `detail` is for the log, and names no secret. */
export class SignOnFailure extends Error {
  readonly reason: SignOnRefusal;
  readonly detail: string;

  constructor(reason: SignOnRefusal, detail: string, options?: ErrorOptions) {
    super(`${reason}: ${detail}`, options);
    this.name = 'SignOnFailure';
    this.reason = reason;
    this.detail = detail;
  }
}
