import { readBasket } from './basket.ts';
import { driverOf } from './drivers/registry.ts';

/** The attempt on a provider's page that this tab has begun and knows no end of; null where there is none. */
export function referenceOfPage(): string | null {
  const basket = readBasket();
  return basket && !driverOf({ key: basket.providerKey }) ? basket.merchantRefNumber : null;
}
