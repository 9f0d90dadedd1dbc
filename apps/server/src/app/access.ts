import type { Call } from '@quayside/contract/shared/call.ts';
import { hasFeature, permits, takesPasswords } from '@quayside/contract/tenant/tenant.ts';
import type { FastifyRequest } from 'fastify';
import { auditRequest } from '../features/audit/audit.service.ts';
import type { Session, Tenant } from '../http/context.ts';
import { CallError, notFound } from '../http/errors.ts';
import { senderKind } from '../http/origin/sender.ts';

/** Keeps staff who view a customer's portal from changing it, and records the try. */
export async function refuseStaff(call: Call, ctx: Parameters<typeof auditRequest>[0]): Promise<void> {
  if (call.staff !== 'no' || ctx.session?.isAccountUser !== false) return;
  await auditRequest(ctx, { event: 'staff-view.refused', details: { call: call.name } });
  throw new CallError('STAFF_READ_ONLY');
}

/** Decides who may call, by the contract alone. Permissions come after the session. */
export function authorise(call: Call, tenant: Tenant, session: Session | null): void {
  if (call.access === 'account' && !session) throw new CallError('NOT_SIGNED_IN');
  const { settings } = tenant;
  const missing = call.permissions.find((permission) => !permits(settings, permission));
  if (missing) throw new CallError('FEATURE_DISABLED', { values: { permission: missing } });
  if (call.feature && !hasFeature(settings, call.feature))
    throw new CallError('FEATURE_DISABLED', { values: { permission: call.feature } });
  if (call.passwordFor && !takesPasswords(settings.authProviders, call.passwordFor))
    throw new CallError('FEATURE_DISABLED', { values: { permission: 'credentials' } });
}

/** Refuses an account that is not the session's own. A foreign one gets the same answer as one that does not exist. */
export function refuseForeignAccount(
  call: Call,
  args: Record<string, Record<string, unknown>>,
  session: Session,
): void {
  const [part = '', name = ''] = call.accountIn?.split('.') ?? [];
  const named = args[part]?.[name];
  if (typeof named !== 'string' || named.toLowerCase() !== session.account.guid) throw notFound();
}

/**
 * Refuses changes from another site, except for calls that are made for it. If nothing tells the site, a program calls,
 * or an old browser, to which the session's cookie says SameSite=Lax.
 */
export function refuseForeignOrigin(request: FastifyRequest, call: Call): void {
  if (call.method === 'GET' || call.fromAnySite) return;
  if (senderKind(request) === 'foreign') throw new CallError('FOREIGN_ORIGIN');
}
