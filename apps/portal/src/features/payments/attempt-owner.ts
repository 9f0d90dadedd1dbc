/**
 * Keeps apart the attempts of this tab and of others. "Duplicate tab" copies a tab's storage, so a basket may name an
 * attempt that its reader is still making in the original. Browsers have no locks on a site without HTTPS.
 */

const lockOf = (merchantRefNumber: string) => `quayside.attempt.${merchantRefNumber}`;

/** The attempts whose lock this document holds. */
const ownAttempts = new Set<string>();

/** Locks an attempt until this document is gone. */
export function lockAttempt(merchantRefNumber: string): void {
  const hold = (lock: Lock | null) => {
    if (!lock) return undefined;
    ownAttempts.add(merchantRefNumber);
    return new Promise(() => undefined);
  };
  void locks()?.request(lockOf(merchantRefNumber), { ifAvailable: true }, hold);
}

/** Returns true if another tab makes this attempt. */
export async function isOfAnotherTab(merchantRefNumber: string): Promise<boolean> {
  if (ownAttempts.has(merchantRefNumber)) return false;
  const state = await locks()?.query();
  return state?.held?.some(({ name }) => name === lockOf(merchantRefNumber)) === true;
}

const locks = (): LockManager | undefined => navigator.locks;
