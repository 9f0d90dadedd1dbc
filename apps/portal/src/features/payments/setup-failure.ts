import { tabSlice } from '../../lib/browser/tab-storage.ts';

/**
 * A checkout that could not be set up. The page with the orders shows it, and it survives a reload on the way
 * there.
 */
interface SetupFailure {
  /** The path of the checkout's page. */
  checkoutPath: string;
  /** The reference of its report. */
  reference: string;
}

const failed = tabSlice('setupFailure', parse);

function parse(value: unknown): SetupFailure | undefined {
  const { checkoutPath, reference } = value as Partial<SetupFailure>;
  if (typeof checkoutPath !== 'string' || !/^\/[a-z]/i.test(checkoutPath)) return undefined;
  return typeof reference === 'string' ? { checkoutPath, reference } : undefined;
}

/** Stores the failure for this tab, because the page is reloaded after it. */
export const noteSetupFailure = (failure: SetupFailure): void => failed.write(failure);

/** Returns the stored failure. Undefined if there is none. */
export const readSetupFailure = (): SetupFailure | undefined => failed.read();
/** Removes the failure when a checkout is tried again. */
export const forgetSetupFailure = (): void => failed.clear();
