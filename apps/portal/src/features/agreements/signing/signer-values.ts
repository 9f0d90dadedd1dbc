/** The values that a signer types. */
export interface SignerValues {
  email: string;
  /** The code that was mailed to an address that the marina doesn't know. */
  emailCode: string;
  fullName: string;
  /** Replaces a drawn signature. */
  typedName: string;
}
