import { slice } from '../../lib/storage.ts';

/** That a checkout could not be set up, for the page where what is to be paid is listed: it may be loaded anew meanwhile. */
interface SetupFailure {
  /** Of our own: the checkout's page. */
  checkoutPath: string;
}

const failed = slice('setupFailure', parse);

function parse(value: unknown): SetupFailure | undefined {
  const { checkoutPath } = value as Partial<SetupFailure>;
  return typeof checkoutPath === 'string' && /^\/[a-z]/i.test(checkoutPath) ? { checkoutPath } : undefined;
}

export const noteSetupFailure = (checkoutPath: string): void => failed.write({ checkoutPath });
export const readSetupFailure = (): SetupFailure | undefined => failed.read();
/** A checkout is tried again. */
export const forgetSetupFailure = (): void => failed.clear();
