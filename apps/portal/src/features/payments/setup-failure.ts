import { slice } from '../../lib/storage.ts';

/**
 * A checkout that could not be set up. The page with the orders shows it, and it survives a reload on the way
 * there.
 */
interface SetupFailure {
  /** A path of ours: the checkout's page. */
  checkoutPath: string;
}

const failed = slice('setupFailure', parse);

function parse(value: unknown): SetupFailure | undefined {
  const { checkoutPath } = value as Partial<SetupFailure>;
  return typeof checkoutPath === 'string' && /^\/[a-z]/i.test(checkoutPath) ? { checkoutPath } : undefined;
}

export const noteSetupFailure = (checkoutPath: string): void => failed.write({ checkoutPath });
export const readSetupFailure = (): SetupFailure | undefined => failed.read();
/** Removes the failure when a checkout is tried again. */
export const forgetSetupFailure = (): void => failed.clear();
