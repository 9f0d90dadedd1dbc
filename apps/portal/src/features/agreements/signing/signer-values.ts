/** What somebody types who signs. */
export interface SignerValues {
  email: string;
  /** Mailed to an address that the marina doesn't know. */
  emailCode: string;
  fullName: string;
  /** In place of a drawn signature. */
  typedName: string;
}
