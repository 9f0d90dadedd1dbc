import { showsOrders } from '@quayside/contract/tenant.ts';
import { CallError } from '../../http/errors.ts';
import type { TenantSettings } from './settings.ts';

/** For what is there as long as a portal says anything of orders. @throws CallError FEATURE_DISABLED */
export function requireOrders(settings: TenantSettings): void {
  if (!showsOrders(settings))
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'showAccountActivity' } });
}
