import { z } from 'zod';

/** The rights that a key of the integration API can have: a pair for each resource, `read` and `write`. */
export const Scope = z.enum([
  ...(['sites:read', 'sites:write', 'accounts:read', 'accounts:write'] as const),
  ...(['boats:read', 'boats:write', 'orders:read', 'orders:write', 'pay-links:write', 'payments:read'] as const),
  ...(['payments:write', 'refunds:write'] as const),
  ...(['documents:read', 'documents:write', 'agreements:write', 'messages:read', 'messages:write'] as const),
  ...(['waiting-lists:read', 'waiting-lists:write', 'stays:read', 'stays:write'] as const),
  ...(['estimates:read', 'estimates:write', 'agreements:read', 'invoices:read'] as const),
  ...(['consents:read', 'consents:write', 'registration-codes:read', 'registration-codes:write'] as const),
  ...(['events:read', 'webhooks:write', 'imports:read', 'imports:write', 'export:read'] as const),
]);
export type Scope = z.output<typeof Scope>;
