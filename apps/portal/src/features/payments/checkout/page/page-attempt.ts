import { readBasket } from '../../basket.ts';
import { driverOf } from '../../drivers/registry.ts';

/**
 * Returns the attempt on a provider's page that this tab has started and whose end it doesn't know. Null if there
 * is none.
 */
export function referenceOfPage(): string | null {
  const basket = readBasket();
  return basket && !driverOf({ kind: basket.providerKind }) ? basket.merchantRefNumber : null;
}
