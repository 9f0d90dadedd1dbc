import type { SignOnRefusal } from '@quayside/contract/sign-on.ts';

/** Why a single sign-on came to nothing. The customer is told by `reason`; `detail` is for the log, and names no secret. */
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
