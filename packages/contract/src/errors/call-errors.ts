import type { Call } from '../shared/call.ts';
import { callErrors, type ErrorCode, errorStatus } from './error-codes.ts';

/**
 * Returns the codes that a call may answer, sorted by status: those that its definition implies and those that
 * its file declares.
 */
export function errorsOf(call: Call): ErrorCode[] {
  const codes = new Set<ErrorCode>([...impliedErrors(call), ...(callErrors[call.name] ?? [])]);
  return [...codes].sort((a, b) => errorStatus[a] - errorStatus[b]);
}

/** The names of the calls with errors of their own. A test compares them, so that a renamed call keeps its errors. */
export const callsWithOwnErrors: readonly string[] = Object.keys(callErrors);

function* impliedErrors(call: Call): Generator<ErrorCode> {
  yield* ['INVALID_REQUEST', 'INTERNAL_ERROR', 'UNAVAILABLE'] as const;
  const isIntegration = call.access === 'integration';
  if (isIntegration) yield* ['API_KEY_INVALID', 'TOO_MANY_REQUESTS'] as const;
  if (call.scopes.length > 0) yield 'SCOPE_MISSING';
  if (isIntegration && call.versioned && call.method !== 'GET') yield* ['VERSION_CHANGED', 'ROW_REFUSED'] as const;
  if (call.ofTenant && !isIntegration) yield 'TENANT_UNKNOWN';
  if (call.ofTenant && !isIntegration && call.access !== 'webhook') yield 'TENANT_MISMATCH';
  if (call.access === 'account' || call.access === 'payer') yield* ['NOT_SIGNED_IN', 'ACCOUNT_CLOSED'] as const;
  if (call.method !== 'GET')
    yield* ['REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'RAW_CARD_DATA'] as const;
  if (call.method !== 'GET' && !call.fromAnySite) yield 'FOREIGN_ORIGIN';
  if (call.staff === 'no') yield 'STAFF_READ_ONLY';
  if (call.permissions.length > 0 || call.feature || call.passwordFor) yield 'FEATURE_DISABLED';
  if (call.recentSignIn) yield 'AUTHENTICATION_TOO_OLD';
  if (call.idempotent) yield isIntegration ? 'IDEMPOTENCY_KEY_CONFLICT' : 'IDEMPOTENCY_KEY_REUSED';
  // Something that the call names but its caller doesn't own gets the same answer as something that doesn't exist.
  if (call.path.includes(':') || call.accountIn || call.paymentIn || call.access.startsWith('key:')) yield 'NOT_FOUND';
}
