import { showsOrders } from '@quayside/contract/tenant.ts';
import { CallError } from '../../http/errors.ts';
import type { TenantSettings } from '../../lib/tenant-settings.ts';

/** Refuses a call if the portal does not show orders. @throws CallError FEATURE_DISABLED */
export function requireOrders(settings: TenantSettings): void {
  if (!showsOrders(settings))
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'showAccountActivity' } });
}
