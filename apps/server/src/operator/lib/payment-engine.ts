import type { Engine } from '../../features/payments/payments.exports.ts';
import type { Tenant } from '../../http/context.ts';
import { createLog } from '../../lib/telemetry/log.ts';
import type { OperatorContext } from './command.ts';

/** Makes what the payments' services need. Their log is silent: a command says itself what happened. */
export const paymentEngine = ({ database, clock, environment }: OperatorContext, tenant: Tenant): Engine => ({
  tenant,
  db: database.forTenant(tenant.id),
  clock,
  log: createLog('silent'),
  visibilityMs: environment.providerVisibilityMs,
});
